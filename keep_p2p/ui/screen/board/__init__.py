"""The board on a screen: where rooms lie, the picture with what is lit on it, the window through which it is seen."""
