app 1writer
  title 1Writer
  summary An editor for text and Markdown files.
  scheme onewriter
  documentation https://1writerapp.com/docs/urlscheme
  platforms ios ipados
  booleans true false

# A path begins with where the file is kept, such as Dropbox/ or iCloud/.

action create
  summary Creates a file.
  effect write
  takes path? text  the folder it goes to
  takes name? text  the file's name
  takes text? prose  the file's text
  example create path=Dropbox/Documents name=Notes.txt text="Hello world"

action open
  summary Opens a file.
  effect present
  takes path? text  the file

action content
  summary Returns a file's text.
  effect read
  takes path? text  the file
  takes param? text  the key under which the text is returned
  example content path=Notes.txt param=text

action append
  summary Puts text after a file's text.
  effect write
  takes path? text  the file
  takes text? prose  the text to put there

action prepend
  summary Puts text before a file's text.
  effect write
  takes path? text  the file
  takes text? prose  the text to put there

action replace
  summary Replaces a file's text.
  effect destructive
  takes path? text  the file
  takes text? prose  the new text
