app joplin
  title Joplin
  summary Notes with attachments, in notebooks.
  scheme joplin
  documentation https://joplinapp.org/help/apps/external_links/
  platforms macos ios ipados windows linux android

# Joplin's page mentions no callbacks.

action openNote
  summary Opens a note.
  effect present
  answers no
  takes id text  the note's identifier
  example openNote id=8a8a45dba5a74bb6a7f2b3b5f2a6b2d5

action openFolder
  summary Opens a notebook.
  effect present
  answers no
  takes id text  the notebook's identifier

action openTag
  summary Shows the notes of a tag.
  effect present
  answers no
  takes id text  the tag's identifier
