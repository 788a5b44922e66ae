app advanced-uri
  title Advanced URI
  summary An Obsidian plug-in that opens, writes and searches notes and runs commands.
  scheme obsidian
  host action
  documentation https://publish.obsidian.md/advanced-uri-doc/
  platforms macos ios ipados windows linux android
  booleans true false
  dates iso
  lists comma
  takes vault? text  the vault's name (default: the last one used)

# The action's name comes right after ://, as in obsidian://adv-uri?vault=...
# There is one action; what it does follows from which parameters are there:
# data writes, mode says how; search with replace replaces; commandid runs; workspace, bookmark,
# settingid and canvasnodes show; a file alone opens. Its effect is therefore that of the worst case.

action adv-uri
  summary Opens, writes, searches or replaces in a note, or runs a command.
  effect destructive
  takes filepath? text  a file's path in the vault; .md can be left off
  takes filename? text  a file's name or alias alone
  takes uid? text  a file's identifier from its front matter
  takes daily? one-of true  means today's daily note, created if missing
  takes data? prose  the text to write, or the value for frontmatterkey
  takes clipboard? one-of true  takes the text from the clipboard instead
  takes mode? one-of overwrite|append|prepend|new  how data is written (default: only a new file)
  takes separator? text  what goes between the old text and the new
  takes heading? text  a heading to go to or write under
  takes block? text  a block's identifier to go to
  takes line? integer  a line to go to or write at, counted from 1
  takes column? integer  a column to go to, counted from 1
  takes offset? integer  a character to go to, counted from the file's beginning
  takes workspace? text  a workspace to open
  takes saveworkspace? one-of true  saves the current workspace first
  takes bookmark? text  the title of a bookmark to open
  takes commandid? text  the identifier of a command to run
  takes commandname? text  the name of a command to run
  takes confirm? boolean  whether the first main button of the command's window is pressed
  takes search? text  a text to look for in the file
  takes searchregex? text  a regular expression to look for in the file
  takes replace? text  what replaces everything that was found
  takes frontmatterkey? text  a front matter field to copy or, with data, to write; [a,b,1] goes deeper
  takes exists? one-of true  copies 1 to the clipboard if the file is there, 0 if not
  takes settingid? text  a settings page to open
  takes settingsection? text  a section of that page, with its capitals
  takes updateplugins? one-of true  updates all community plug-ins
  takes enable-plugin? text  the identifier of a plug-in to switch on
  takes disable-plugin? text  the identifier of a plug-in to switch off
  takes canvasnodes? list  the nodes of a canvas to select
  takes canvasviewport? text  x,y,zoom for a canvas; - keeps a value, ++ and -- change it
  takes viewmode? one-of source|live|preview  how the file is shown
  takes openmode? one-of true|false|window|split|tab|silent|popover  where it is opened
  example adv-uri vault=Notes daily=true data="Hello World" mode=append

# Before 1.44 the action had this name only, and values were percent-encoded twice.
action advanced-uri
  summary The older name of adv-uri.
  effect destructive
  takes filepath? text  a file's path in the vault; .md can be left off
  takes filename? text  a file's name or alias alone
  takes uid? text  a file's identifier from its front matter
  takes daily? one-of true  means today's daily note, created if missing
  takes data? prose  the text to write, or the value for frontmatterkey
  takes clipboard? one-of true  takes the text from the clipboard instead
  takes mode? one-of overwrite|append|prepend|new  how data is written (default: only a new file)
  takes separator? text  what goes between the old text and the new
  takes heading? text  a heading to go to or write under
  takes block? text  a block's identifier to go to
  takes line? integer  a line to go to or write at, counted from 1
  takes column? integer  a column to go to, counted from 1
  takes offset? integer  a character to go to, counted from the file's beginning
  takes workspace? text  a workspace to open
  takes saveworkspace? one-of true  saves the current workspace first
  takes bookmark? text  the title of a bookmark to open
  takes commandid? text  the identifier of a command to run
  takes commandname? text  the name of a command to run
  takes confirm? boolean  whether the first main button of the command's window is pressed
  takes search? text  a text to look for in the file
  takes searchregex? text  a regular expression to look for in the file
  takes replace? text  what replaces everything that was found
  takes frontmatterkey? text  a front matter field to copy or, with data, to write; [a,b,1] goes deeper
  takes exists? one-of true  copies 1 to the clipboard if the file is there, 0 if not
  takes settingid? text  a settings page to open
  takes settingsection? text  a section of that page, with its capitals
  takes updateplugins? one-of true  updates all community plug-ins
  takes enable-plugin? text  the identifier of a plug-in to switch on
  takes disable-plugin? text  the identifier of a plug-in to switch off
  takes canvasnodes? list  the nodes of a canvas to select
  takes canvasviewport? text  x,y,zoom for a canvas; - keeps a value, ++ and -- change it
  takes viewmode? one-of source|live|preview  how the file is shown
  takes openmode? one-of true|false|window|split|tab|silent|popover  where it is opened
  example advanced-uri vault=Notes daily=true mode=append data="increase 100%"

action hook-get-advanced-uri
  summary Returns links to the file that is open.
  effect read
  gives advanceduri url  an obsidian:// link to it
  gives fileuri url  a file:// link to it
  example hook-get-advanced-uri
