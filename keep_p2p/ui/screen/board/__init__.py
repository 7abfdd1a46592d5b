"""The board on a screen: where rooms lie, the picture with what is lit on it, and the window through which it is seen."""
