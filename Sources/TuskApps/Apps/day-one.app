app day-one
  title Day One
  summary A journal.
  scheme dayone
  host action
  documentation https://dayoneapp.com/guides/tips-and-tutorials/day-one-url-scheme/
  platforms macos ios ipados
  booleans 1 0
  lists comma

# The action's name comes right after ://, as in dayone://post?entry=...

action post
  summary Creates an entry.
  effect write
  answers no
  takes entry text  the entry's text
  takes tags? list  its tags
  takes journal? text  the journal it goes to
  takes imageClipboard? boolean  whether the picture on the clipboard is put in
  example post entry="Hello World" tags=work,test

action edit
  summary Opens an entry for editing.
  effect present
  answers no
  takes entryId text  the entry's identifier
  example edit entryId=3415BB00651C4533B41F62544A775CCC

action entries
  summary Shows the timeline.
  effect present
  answers no

action calendar
  summary Shows the calendar.
  effect present
  answers no

action preferences
  summary Shows the settings.
  effect present
  answers no
