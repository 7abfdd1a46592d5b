"""The full-screen interface: screens drawn on a grid of cells, and a thin shell that shows the grid in a terminal.

docs/interface.md explains it. From the bottom up:

geometry, widths, roles, glyphs, theme    sizes, columns of text, names of styles, what the terminal can show
grid, area                                cells, and drawing on a part of them
events                                    keys and mouse, as screens get them
listing, textfield, scroller, form        what a screen is put together from
base, navigator, overlays                 a screen, the stack of screens, help and questions over them
shell, paint                              prompt_toolkit: the only modules that know a terminal

Nothing but the last two knows a terminal, so a test draws any screen to plain text and drives it with
keys (`keep_p2p.ui.screen.driver`).
"""
