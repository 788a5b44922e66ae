app ia-writer
  title iA Writer
  summary A plain editor for Markdown files.
  scheme ia-writer
  documentation https://ia.net/writer/support/help/url-commands
  platforms macos ios ipados
  booleans true false
  dates iso
  lists comma

# A path is /File.txt in the usual place or "Name: File.txt" in a place of the library.

action open
  summary Opens a file, or an empty one if it is missing.
  effect present
  takes path text  the file
  takes edit? boolean = false  whether the keyboard comes up (iOS)
  takes new-window? boolean = false  whether it opens in a window of its own (macOS)
  example open path=/Drafts/Notes.txt

action new
  summary Opens a new file.
  effect write
  takes path? text  the file or directory; a number is added rather than a file overwritten
  takes text? prose  the file's text
  takes edit? boolean  whether the keyboard comes up (iOS)
  takes author? text  who is marked as the text's author
  example new path=/Inbox/ text="Hello world"

action quick-search
  summary Opens the search of files.
  effect present
  takes query? text  the words to look for
  example quick-search query="meeting notes"

action read
  summary Returns a file's text.
  effect read
  takes auth-token secret  the token from the settings, under URL Commands
  takes path text  the file
  gives path text  the file
  gives text prose  its text
  example read auth-token=TOKEN path=/Drafts/Notes.txt

action write
  summary Writes a file and returns its text.
  effect write
  destroys mode=replace|patch
  takes auth-token secret  the token from the settings, under URL Commands
  takes path text  the file
  takes text? prose  what is written
  takes mode? one-of create|replace|add|patch = create  what happens to what is there
  takes add-location? one-of beginning|end  where mode=add puts it
  takes add-padding? one-of sentence|line|paragraph  what mode=add leaves between
  takes author? text  who is marked as the text's author
  gives path text  the file
  gives text prose  its text afterwards
  example write auth-token=TOKEN path=/Notes.txt text="One more line" mode=add add-location=end

action version
  summary Returns the versions of the app and of its URL commands.
  effect read
  gives scheme-version text  the version of the URL commands
  gives app-version text  the app's version
  example version
