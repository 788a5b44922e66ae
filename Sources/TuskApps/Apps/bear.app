app bear
  title Bear
  summary Notes in Markdown, ordered by tags.
  scheme bear
  documentation https://bear.app/faq/x-callback-url-scheme-documentation/
  platforms macos ios ipados
  booleans yes no
  dates iso
  lists comma

# Bear makes its token under Help > Advanced > API Token (macOS) or in the settings (iOS).

action open-note
  summary Opens a note, found by identifier or title, and returns its content.
  effect read
  takes id? text  the note's identifier
  takes title? text  the note's title, when no identifier is given
  takes header? text  a heading in the note to scroll to
  takes exclude_trashed? boolean  whether notes in the trash are ignored
  takes new_window? boolean  whether it opens in a window of its own (macOS)
  takes float? boolean  whether that window stays above the others (macOS)
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes open_note? boolean  whether the note is shown at all
  takes selected? boolean  whether to use the note selected in Bear; needs the token
  takes pin? boolean  whether the note is pinned at the top
  takes edit? boolean  whether the cursor goes into the note
  takes search? text  words to look for inside the note
  takes token? secret  the token from Bear's settings, for selected
  gives note prose  the note's text
  gives identifier text  the note's identifier
  gives title text  the note's title
  gives tags list  the note's tags
  gives is_trashed boolean  whether the note is in the trash
  gives modificationDate date  when it was last changed
  gives creationDate date  when it was made
  example open-note title=Groceries open_note=no

action create
  summary Creates a note and returns its identifier.
  effect write
  takes title? text  the note's title
  takes text? prose  the note's text
  takes clipboard? boolean  whether the text comes from the clipboard
  takes tags? list  the tags it gets
  takes file? data  a file to attach; goes with filename
  takes filename? text  the attached file's name with its extension
  takes open_note? boolean  whether the new note is shown
  takes new_window? boolean  whether it opens in a window of its own (macOS)
  takes float? boolean  whether that window stays above the others (macOS)
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes pin? boolean  whether it is pinned at the top
  takes edit? boolean  whether the cursor goes into the note
  takes timestamp? boolean  whether date and time are put before the text
  takes type? one-of html  says that the text is HTML, to be turned into Markdown
  takes url? url  the address against which relative images in HTML are resolved
  gives identifier text  the note's identifier
  gives title text  the note's title
  example create title=Groceries text="Milk and tea" tags=home,shopping

action add-text
  summary Adds text to a note, or replaces what it holds.
  effect write
  destroys mode=replace|replace_all
  takes id? text  the note's identifier
  takes title? text  the note's title, when no identifier is given
  takes selected? boolean  whether to use the note selected in Bear; needs the token
  takes text? prose  the text to add
  takes clipboard? boolean  whether the text comes from the clipboard
  takes header? text  the heading under which the text goes
  takes mode? one-of append|prepend|replace|replace_all  where it goes; replace keeps the title
  takes new_line? boolean  whether appended text begins on a line of its own
  takes tags? list  tags to add to the note
  takes exclude_trashed? boolean  whether notes in the trash are ignored
  takes open_note? boolean  whether the note is shown
  takes new_window? boolean  whether it opens in a window of its own (macOS)
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes edit? boolean  whether the cursor goes into the note
  takes timestamp? boolean  whether date and time are put before the text
  takes token? secret  the token from Bear's settings, for selected
  gives note prose  the note's text afterwards
  gives title text  the note's title
  example add-text title=Groceries text="- Bread" mode=append new_line=yes

action add-file
  summary Attaches a file to a note.
  effect write
  destroys mode=replace|replace_all
  takes id? text  the note's identifier
  takes title? text  the note's title, when no identifier is given
  takes selected? boolean  whether to use the note selected in Bear; needs the token
  takes file data  the file's bytes
  takes filename text  the file's name with its extension
  takes header? text  the heading under which the file goes
  takes mode? one-of append|prepend|replace|replace_all  where it goes; replace keeps the title
  takes open_note? boolean  whether the note is shown
  takes new_window? boolean  whether it opens in a window of its own (macOS)
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes edit? boolean  whether the cursor goes into the note
  takes token? secret  the token from Bear's settings, for selected
  gives note prose  the note's text afterwards

action tags
  summary Returns all tags in Bear's sidebar.
  effect read
  takes token secret  the token from Bear's settings
  gives tags json  an array of objects, each with a name
  example tags token=123456-123456-123456

action open-tag
  summary Shows the notes with a tag, and returns them if a token is given.
  effect present
  takes name list  the tag or tags; a note needs only one of them
  takes token? secret  the token from Bear's settings; without it, nothing is returned
  gives notes? json  title, identifier, dates and pin of each note
  example open-tag name=todo/work

action rename-tag
  summary Renames a tag in all its notes.
  effect write
  takes name text  the tag's present name
  takes new_name text  its new name
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  example rename-tag name=todo new_name=done

action delete-tag
  summary Removes a tag from all its notes.
  effect destructive
  takes name text  the tag's name
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  example delete-tag name=todo

action trash
  summary Moves a note to the trash.
  effect destructive
  takes id? text  the note's identifier
  takes search? text  what to look for in the trash instead; ignored with an identifier
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  example trash id=7E4B681B

action archive
  summary Moves a note to the archive.
  effect write
  takes id? text  the note's identifier
  takes search? text  what to look for in the archive instead; ignored with an identifier
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  example archive id=7E4B681B

action untagged
  summary Shows the notes that have no tag.
  effect present
  takes search? text  what to look for among them
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes token? secret  the token from Bear's settings; without it, nothing is returned
  gives notes? json  title, identifier, tags, dates and pin of each note

action todo
  summary Shows the notes with unfinished tasks.
  effect present
  takes search? text  what to look for among them
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes token? secret  the token from Bear's settings; without it, nothing is returned
  gives notes? json  title, identifier, tags, dates and pin of each note

action today
  summary Shows the notes of today.
  effect present
  takes search? text  what to look for among them
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes token? secret  the token from Bear's settings; without it, nothing is returned
  gives notes? json  title, identifier, tags, dates and pin of each note

action locked
  summary Shows the locked notes.
  effect present
  takes search? text  what to look for among them
  takes show_window? boolean  whether Bear's main window comes up (macOS)

action search
  summary Shows what a search finds, and returns it if a token is given.
  effect present
  takes term? text  the words to look for
  takes tag? text  the tag to look in
  takes show_window? boolean  whether Bear's main window comes up (macOS)
  takes token? secret  the token from Bear's settings; without it, nothing is returned
  gives notes? json  title, identifier, tags, dates and pin of each note
  example search term=nemo tag=movies

action grab-url
  summary Makes a note from a web page.
  effect write
  takes url url  the page's address
  takes tags? list  the tags the note gets, unless Bear's settings name some
  takes pin? boolean  whether it is pinned at the top
  takes wait? boolean  whether the answer waits for the note to be made
  gives identifier? text  the note's identifier; missing with wait=no
  gives title? text  the note's title; missing with wait=no
  example grab-url url=https://bear.app
