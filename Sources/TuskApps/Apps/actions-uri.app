app actions-uri
  title Actions URI
  summary An Obsidian plug-in that reads and changes the notes of a vault.
  scheme obsidian
  host actions-uri
  documentation https://zottmann.dev/obsidian-actions-uri/
  platforms macos ios ipados windows linux android
  booleans true false
  dates iso
  lists comma
  takes vault text  the vault's name
  takes call-id? text  an identifier that comes back with the answer
  takes debug-mode? boolean = false  whether the answer repeats what was given, as input-NAME
  takes hide-ui-notice-on-error? boolean = false  whether Obsidian hides errors

# A boolean parameter counts as true unless it is empty or false.
# Actions that read data refuse to run without x-success and x-error.
# An error answers errorCode (an HTTP status) and errorMessage. There is no x-cancel.
# The older routes daily-note/, weekly-note/, monthly-note/, quarterly-note/ and yearly-note/ are
# deprecated since 1.6 in favor of note/ with periodic-note, and left out here.
# A note is named by exactly one of file, uid and periodic-note.

action info
  summary Returns the versions of the plug-in, of Obsidian and of the system.
  effect read
  gives result-plugin-version text  the plug-in's version
  gives result-plugin-released-at date  when that version came out
  gives result-api-version text  the version of Obsidian's interface
  gives result-node-version? text  the version of Node
  gives result-os text  the system
  example info vault=Notes

action note/list
  summary Returns the paths of all notes, or of all periodic notes of a kind.
  effect read
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the kind to which the list is narrowed
  gives result-paths json  an array of paths
  example note/list vault=Notes

action note/get
  summary Returns a note.
  effect read
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties
  gives result-uid? text  the note's identifier from the front matter
  example note/get vault=Notes file="My super note" silent=true

action note/get-first-named
  summary Returns the first note with a name.
  effect read
  takes file text  the note's name; .md can be left off
  takes sort-by? one-of best-guess|path-asc|path-desc|ctime-asc|ctime-desc|mtime-asc|mtime-desc = best-guess  the order
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties
  gives result-uid? text  the note's identifier from the front matter
  example note/get-first-named vault=Notes file=Recipes

action note/get-active
  summary Returns the note in front and what is selected in it.
  effect read
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties
  gives result-uid? text  the note's identifier from the front matter
  gives result-selection? prose  the selected text
  example note/get-active vault=Notes

action note/open
  summary Opens a note.
  effect present
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  gives result-message text  what was done, in a few words
  example note/open vault=Notes periodic-note=daily

action note/create
  summary Creates a note; an existing name gets a number unless if-exists says otherwise.
  effect write
  destroys if-exists=overwrite
  takes file? text  the note's path in the vault; .md can be left off
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes apply? one-of content|templater|templates = content  what the note is filled with
  takes content? prose  the note's text, with apply=content
  takes template-file? text  the template's path, with the other two
  takes if-exists? one-of overwrite|skip  what happens to a note that is already there
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties
  gives result-uid? text  the note's identifier from the front matter
  example note/create vault=Notes file="new note" content="Hello world!"

action note/append
  summary Puts text after a note, or at the end of a section.
  effect write
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes content prose  the text to add
  takes below-headline? text  a headline, exactly as written, under which it goes
  takes if-headline-missing? one-of error|add-headline|skip = error  what happens without that headline
  takes create-if-not-found? boolean = false  whether a missing note is created
  takes ensure-newline? boolean = false  whether a line break is added where one is missing
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words
  example note/append vault=Notes file=Learn content=123

action note/prepend
  summary Puts text before a note, or at the beginning of a section.
  effect write
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes content prose  the text to add
  takes below-headline? text  a headline, exactly as written, under which it goes
  takes if-headline-missing? one-of error|add-headline|skip = error  what happens without that headline
  takes create-if-not-found? boolean = false  whether a missing note is created
  takes ensure-newline? boolean = false  whether a line break is added where one is missing
  takes ignore-front-matter? boolean = false  whether it goes even before the front matter
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words

action note/touch
  summary Sets a note's time of change to now.
  effect write
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words

action note/rename
  summary Renames or moves a note.
  effect write
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes new-filename text  the new path in the vault; its folder must exist
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words
  example note/rename vault=Notes file=my-note new-filename=another-folder/my-note

action note/search-string-and-replace
  summary Replaces a text everywhere in a note.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes search text  what is looked for
  takes replace text  what goes there instead
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words

action note/search-regex-and-replace
  summary Replaces what a regular expression finds in a note.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes search text  the pattern as /…/ with the letters g and i after it
  takes replace text  what goes there instead
  takes silent? boolean = false  whether the note stays closed in Obsidian
  gives result-message text  what was done, in a few words

action note/delete
  summary Deletes a note for good.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  gives result-message text  what was done, in a few words

action note/trash
  summary Moves a note to the trash.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes uid? text  the note's identifier from its front matter
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  gives result-message text  what was done, in a few words

action note-properties/get
  summary Returns a note's properties.
  effect read
  takes file? text  the note's path in the vault; .md can be left off
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  gives result-properties json  the properties as an object
  example note-properties/get vault=Notes file=Book

action note-properties/set
  summary Replaces all of a note's properties, or some of them.
  effect write
  destroys mode=overwrite
  takes file? text  the note's path in the vault; .md can be left off
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes properties json  an object of texts, lists of texts, numbers and booleans
  takes mode? one-of overwrite|update = overwrite  whether all properties go or only those named
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties
  example note-properties/set vault=Notes file=Book mode=update properties='{"rating":5}'

action note-properties/clear
  summary Removes all of a note's properties.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties

action note-properties/remove-keys
  summary Removes some of a note's properties.
  effect destructive
  takes file? text  the note's path in the vault; .md can be left off
  takes periodic-note? one-of daily|weekly|monthly|quarterly|yearly  the current note of that kind
  takes keys json  an array of the names to remove
  gives result-body prose  the note's text without front matter
  gives result-content prose  the whole file
  gives result-filepath text  the note's path in the vault
  gives result-front-matter prose  the front matter
  gives result-properties? json  the note's properties

action file/list
  summary Returns the paths of all files.
  effect read
  gives result-paths json  an array of paths

action file/get-active
  summary Returns the path of the file in front.
  effect read
  gives result-filepath text  the file's path

action file/open
  summary Opens a file.
  effect present
  takes file text  the file's path in the vault
  gives result-message text  what was done, in a few words

action file/rename
  summary Renames or moves a file.
  effect write
  takes file text  the file's path in the vault
  takes new-filename text  the new path in the vault; its folder must exist
  takes silent? boolean = false  whether the file stays closed in Obsidian
  gives result-message text  what was done, in a few words

action file/delete
  summary Deletes a file for good.
  effect destructive
  takes file text  the file's path in the vault
  gives result-message text  what was done, in a few words

action file/trash
  summary Moves a file to the trash.
  effect destructive
  takes file text  the file's path in the vault
  gives result-message text  what was done, in a few words

action folder/list
  summary Returns the paths of all folders.
  effect read
  gives result-paths json  an array of paths

action folder/create
  summary Creates a folder and those above it.
  effect write
  takes folder text  the folder's path in the vault
  gives result-message text  what was done, in a few words
  example folder/create vault=Notes folder=Projects/2026

action folder/rename
  summary Renames or moves a folder.
  effect write
  takes folder text  the folder's path in the vault
  takes new-foldername text  the new path in the vault; what is above it must exist
  gives result-message text  what was done, in a few words

action folder/delete
  summary Deletes a folder and everything in it for good.
  effect destructive
  takes folder text  the folder's path in the vault
  gives result-message text  what was done, in a few words

action folder/trash
  summary Moves a folder to the trash.
  effect destructive
  takes folder text  the folder's path in the vault
  gives result-message text  what was done, in a few words

action vault/open
  summary Opens a vault in which the plug-in is active.
  effect present

action vault/close
  summary Closes a vault (not on phones and tablets).
  effect present

action vault/info
  summary Returns where the vault and its folders are on disk.
  effect read
  gives result-base-path text  the vault's path
  gives result-attachment-folder-path text  the path for attachments
  gives result-new-file-folder-path text  the path for new notes

action vault/list-all-files
  summary Returns the paths of all files.
  effect read
  gives result-paths json  an array of paths

action vault/list-non-notes-files
  summary Returns the paths of all files that are not notes.
  effect read
  gives result-paths json  an array of paths

action command/list
  summary Returns the commands that Obsidian knows.
  effect read
  gives result-commands json  an array of objects with id and name

# What a command does depends on the command; some delete notes.
action command/execute
  summary Runs one or more of Obsidian's commands.
  effect write
  takes commands list  the commands' identifiers
  takes pause-in-secs? number = 0.2  how long it waits between two
  example command/execute vault=Notes commands=editor:save-file

action dataview/list-query
  summary Returns the result of a LIST query of the plug-in Dataview.
  effect read
  takes dql prose  the query
  gives result-data json  an array of texts
  example dataview/list-query vault=Notes dql='LIST FROM "Projects"'

action dataview/table-query
  summary Returns the result of a TABLE query of the plug-in Dataview.
  effect read
  takes dql prose  the query
  gives result-data json  an array of rows

action search/all-notes
  summary Returns the notes that a search of Obsidian finds.
  effect read
  takes query text  the query
  gives result-hits json  an array of paths
  example search/all-notes vault=Notes query=milk

action omnisearch/all-notes
  summary Returns the notes that the plug-in Omnisearch finds.
  effect read
  takes query text  the query
  gives result-hits json  an array of paths

action omnisearch/open
  summary Opens the plug-in Omnisearch with a query.
  effect present
  takes query text  the query
  gives result-message text  what was done, in a few words

action tags/list
  summary Returns all tags of a vault.
  effect read
  gives result-tags json  an array of tags, each with its #

action settings/open
  summary Opens the plug-in's settings.
  effect present
  gives result-message text  what was done, in a few words
