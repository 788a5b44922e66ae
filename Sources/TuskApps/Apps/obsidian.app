app obsidian
  title Obsidian
  summary Notes in Markdown files, kept in vaults.
  scheme obsidian
  host action
  documentation https://help.obsidian.md/uri
  platforms macos ios ipados windows linux android
  booleans true false
  dates iso
  flags bare

# The action's name comes right after ://, as in obsidian://open?vault=...
# A vault is given by its name or by its identifier of 16 characters.

action open
  summary Opens a vault or a note in it.
  effect present
  answers no
  takes vault? text  the vault
  takes file? text  the note's name or its path in the vault, with #Heading or #^Block after it
  takes path? text  the file's path on disk; takes precedence over vault and file
  takes paneType? one-of tab|split|window  where it is opened
  example open vault="my vault" file="my note"

action new
  summary Creates a note, or adds to one, and returns links to it.
  effect write
  destroys overwrite
  takes vault? text  the vault
  takes name? text  the note's name, put where new notes go
  takes file? text  the note's path in the vault; takes precedence over name
  takes path? text  the file's path on disk; takes precedence over vault and file
  takes content? prose  the note's text
  takes clipboard? boolean  takes the text from the clipboard instead
  takes silent? boolean  leaves the note closed
  takes append? boolean  adds to a note that is already there
  takes overwrite? boolean  replaces a note that is already there, unless append is given
  gives name text  the note's name without extension
  gives url url  an obsidian:// link to it
  gives file? url  a file:// link to it (desktop)
  example new vault="my vault" name="my note" content="Milk and tea"

action daily
  summary Opens today's daily note, and makes it if it is missing.
  effect write
  destroys overwrite
  takes vault? text  the vault
  takes content? prose  text for the note
  takes clipboard? boolean  takes the text from the clipboard instead
  takes silent? boolean  leaves the note closed
  takes append? boolean  adds to the note
  takes overwrite? boolean  replaces the note, unless append is given
  gives name text  the note's name without extension
  gives url url  an obsidian:// link to it
  gives file? url  a file:// link to it (desktop)
  example daily vault="my vault"

action search
  summary Opens the search.
  effect present
  answers no
  takes vault? text  the vault
  takes query? text  what to look for
  example search vault="my vault" query=Obsidian

action choose-vault
  summary Opens the list of vaults.
  effect present
  answers no

action hook-get-address
  summary Returns links to the note in front.
  effect read
  takes vault? text  the vault (default: the one in front)
  gives name text  the note's name without extension
  gives url url  an obsidian:// link to it
  gives file? url  a file:// link to it (desktop)
  example hook-get-address
