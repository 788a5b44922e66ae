app ulysses
  title Ulysses
  summary Texts in sheets, and sheets in groups.
  scheme ulysses
  documentation https://ulysses.app/kb/x-callback-url/
  platforms macos ios ipados
  booleans YES NO
  dates unix
  lists comma
  takes silent-mode? boolean  whether Ulysses does not show what was changed

# A group is given as a name, as a path that begins with / or as an identifier of 22 characters.
# The identifiers of sheets and groups are copied from the app's menus with the option key held down.

action authorize
  summary Asks the user to let an app read and change the library, and returns a token.
  effect write
  without silent-mode
  takes appname text  the name of the app that asks
  gives access-token secret  the token for the actions that need one
  example authorize appname="My App"

action get-version
  summary Returns the versions of Ulysses and of its interface.
  effect read
  without silent-mode
  gives apiVersion integer  the interface's version
  gives buildNumber text  the app's build
  example get-version

action new-sheet
  summary Creates a sheet.
  effect write
  takes text prose  the sheet's text
  takes group? text  the group it goes to (default: the inbox)
  takes format? one-of markdown|text|html = markdown  what the text is written in
  takes index? integer  its place in the group, counted from 0
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it
  example new-sheet text="My new sheet" index=2

action new-group
  summary Creates a group.
  effect write
  takes name text  the group's name
  takes parent? text  the group it goes into (default: the outermost)
  takes index? integer  its place there, counted from 0
  gives targetId text  the group's identifier
  gives targetURL url  a link that opens it
  example new-group name=Best parent=/Ideas/Awesome

action insert
  summary Puts text into a sheet.
  effect write
  takes id text  the sheet's identifier
  takes text prose  the text to put there
  takes format? one-of markdown|text|html = markdown  what the text is written in
  takes position? one-of begin|end = end  where it goes
  takes newline? one-of prepend|append|enclose  on which side a new line is added
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it
  example insert id=H8zLAmc1I0njH-0Ql-3YGQ text="One more line" newline=prepend

action attach-note
  summary Adds a note to a sheet.
  effect write
  takes id text  the sheet's identifier
  takes text prose  the note's text
  takes format? one-of markdown|text|html = markdown  what the text is written in
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action update-note
  summary Replaces a note of a sheet.
  effect destructive
  takes id text  the sheet's identifier
  takes index integer  which note, counted from 0
  takes text prose  the note's new text
  takes format? one-of markdown|text|html = markdown  what the text is written in
  takes access-token secret  the token that authorize returned
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action remove-note
  summary Takes a note away from a sheet.
  effect destructive
  takes id text  the sheet's identifier
  takes index integer  which note, counted from 0
  takes access-token secret  the token that authorize returned
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action attach-image
  summary Adds an image to a sheet.
  effect write
  takes id text  the sheet's identifier
  takes image data  the image's bytes
  takes format? text  the image's kind as an extension, such as png; this or filename is needed
  takes filename? text  a file name whose extension shows the kind; this or format is needed
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action attach-keywords
  summary Adds keywords to a sheet.
  effect write
  takes id text  the sheet's identifier
  takes keywords list  the keywords to add
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it
  example attach-keywords id=H8zLAmc1I0njH-0Ql-3YGQ keywords=Draft,Important

action remove-keywords
  summary Takes keywords away from a sheet.
  effect destructive
  takes id text  the sheet's identifier
  takes keywords list  the keywords to take away
  takes access-token secret  the token that authorize returned
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action set-group-title
  summary Renames a group.
  effect write
  takes group text  the group
  takes title text  its new title
  takes access-token secret  the token that authorize returned
  gives targetId text  the group's identifier
  gives targetURL url  a link that opens it

action set-sheet-title
  summary Replaces or inserts a sheet's first paragraph.
  effect destructive
  takes sheet text  the sheet's identifier
  takes title text  the new title
  takes type one-of heading1|heading2|heading3|heading4|heading5|heading6|comment|filename  the paragraph's kind
  takes access-token secret  the token that authorize returned
  gives targetId text  the sheet's identifier
  gives targetURL url  a link that opens it

action move
  summary Moves a sheet or group.
  effect write
  takes id text  the identifier of what is moved
  takes targetGroup? text  the group it goes to; this or index is needed
  takes index? integer  its new place, counted from 0; this or targetGroup is needed
  takes access-token secret  the token that authorize returned
  gives targetId text  its identifier
  gives targetURL url  a link that opens it

action copy
  summary Copies a sheet or group.
  effect write
  takes id text  the identifier of what is copied
  takes targetGroup? text  the group the copy goes to; this or index is needed
  takes index? integer  the copy's place, counted from 0; this or targetGroup is needed
  gives targetId text  the copy's identifier
  gives targetURL url  a link that opens it

action trash
  summary Moves a sheet or group to the trash.
  effect destructive
  takes id text  the identifier of what is thrown away
  takes access-token secret  the token that authorize returned
  gives targetId text  its identifier
  gives targetURL url  a link that opens it

action get-item
  summary Returns a sheet's or group's properties.
  effect read
  takes id text  its identifier
  takes recursive? boolean = YES  whether the groups inside a group are included
  takes access-token secret  the token that authorize returned
  gives item json  title, type, identifier, dates (seconds since 2001) and what it holds
  example get-item id=H8zLAmc1I0njH-0Ql-3YGQ recursive=NO access-token=TOKEN

action get-root-items
  summary Returns the sections of the library.
  effect read
  takes recursive? boolean = YES  whether everything inside them is included
  takes access-token secret  the token that authorize returned
  gives items json  an array with one object for each section
  example get-root-items recursive=NO access-token=TOKEN

action read-sheet
  summary Returns a sheet's keywords, notes and, if asked for, text.
  effect read
  takes id text  the sheet's identifier
  takes text? boolean = NO  whether the text is returned too
  takes access-token secret  the token that authorize returned
  gives sheet json  title, identifier, dates (seconds since 2001), keywords, notes and text
  example read-sheet id=rQODhTD-dTrwM69Qrsj9cQ text=YES access-token=TOKEN

action get-quick-look-url
  summary Returns where a sheet is on the disk of a Mac.
  effect read
  takes id text  the sheet's identifier
  gives url url  the sheet's place as a file path

action open
  summary Opens a sheet or group.
  effect present
  takes id text  its identifier, or a group's name or path
  gives targetId text  its identifier
  gives targetURL url  a link that opens it
  example open id=hZ7IX2jqKbVmPGlYUXkZjQ

action open-all
  summary Opens the group All.
  effect present
  example open-all

action open-recent
  summary Opens the group Last 7 Days.
  effect present

action open-favorites
  summary Opens the group Favorites.
  effect present
