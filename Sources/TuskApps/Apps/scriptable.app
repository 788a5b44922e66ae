app scriptable
  title Scriptable
  summary Scripts in JavaScript on an iPhone or iPad.
  scheme scriptable
  host none
  documentation https://docs.scriptable.app/urlscheme
  platforms ios ipados
  booleans true false

# A script reads further parameters itself, x-success among them; the script decides what it returns.

action add
  summary Creates a script.
  effect write
  answers no

action open
  summary Opens a script for editing.
  effect present
  answers no
  takes scriptName text  the script's name
  takes openSettings? boolean  whether its settings are opened
  example open scriptName=Weather

action run
  summary Runs a script.
  effect write
  answers no
  takes scriptName text  the script's name
  takes openEditor? boolean  whether it runs in the editor, where its messages can be seen
  example run scriptName=Weather
