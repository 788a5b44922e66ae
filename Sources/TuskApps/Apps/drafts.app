app drafts
  title Drafts
  summary Text captured first and sorted or sent on afterwards.
  scheme drafts
  documentation https://docs.getdrafts.com/docs/automation/urlschemes
  platforms macos ios ipados
  booleans true false
  dates iso
  lists repeated

# Older versions use the schemes drafts5 and drafts4, with the same host and actions.
# ||clipboard|| inside a text parameter means the content of the clipboard.
# retParam renames the key of the answer, so the names under gives hold only without it.

action create
  summary Creates a draft and returns its identifier.
  effect write
  takes text prose  the draft's text
  takes tag? list  the tags it gets
  takes folder? one-of inbox|archive = inbox  where it is put
  takes flagged? boolean = false  whether it is flagged
  takes action? text  the name of an action to run on it
  takes allowEmpty? boolean  whether that action also runs on empty text
  takes retParam? text = uuid  the key under which the identifier is returned
  gives uuid text  the draft's identifier
  example create text="Hello World" tag=[blue green]

# With action=NAME it also runs that action on the draft.
action open
  summary Opens a draft, found by identifier or title.
  effect present
  takes uuid? text  the draft's identifier
  takes title? text  the draft's title, with /MARKER after it to jump to a marker
  takes marker? text  a navigation marker in the draft to jump to
  takes action? text  the name of an action to run on it
  takes allowEmpty? boolean  whether that action also runs on empty text
  takes allowCreate? boolean  whether Drafts offers to create a missing title
  takes showDraftList? boolean  whether the list of drafts is shown
  takes showActionList? boolean  whether the list of actions is shown
  takes loadWorkspace? text  the workspace to switch to
  takes loadActionGroup? text  the group for the list of actions
  takes loadActionBarGroup? text  the group for the action bar
  example open title="Shopping/Weekly"

action get
  summary Returns the text of a draft.
  effect read
  takes uuid text  the draft's identifier
  takes retParam? text = text  the key under which the text is returned
  gives text prose  the draft's text
  example get uuid=9B5B1D0C-0000-0000-0000-000000000000

action getCurrentDraft
  summary Returns which draft is open in the editor.
  effect read
  gives uuid text  the draft's identifier
  gives url? url  a link that opens it
  gives title? text  its first line
  example getCurrentDraft

action prepend
  summary Puts text before a draft's text.
  effect write
  takes uuid text  the draft's identifier
  takes text prose  the text to put there
  takes action? text  the name of an action to run afterwards
  takes allowEmpty? boolean  whether that action also runs on empty text
  takes tag? list  tags to add to the draft

action append
  summary Puts text after a draft's text.
  effect write
  takes uuid text  the draft's identifier
  takes text prose  the text to put there
  takes action? text  the name of an action to run afterwards
  takes allowEmpty? boolean  whether that action also runs on empty text
  takes tag? list  tags to add to the draft
  example append uuid=9B5B1D0C-0000-0000-0000-000000000000 text="one more line"

action replaceRange
  summary Replaces a stretch of a draft's text.
  effect destructive
  takes uuid text  the draft's identifier
  takes text prose  what goes there instead
  takes start integer  the first character, counted from 0
  takes length integer  how many characters are replaced

action search
  summary Opens the search of drafts.
  effect present
  takes query? text  the words to look for
  takes tag? text  the tag to look in
  takes folder? text  the folder to look in
  example search query=meeting tag=work

action quickSearch
  summary Opens the quick search window.
  effect present
  takes query? text  the words to look for

action commandPalette
  summary Opens the command palette.
  effect present
  takes query? text  the words to look for

action actionSearch
  summary Opens the search of actions.
  effect present
  takes query? text  the words to look for

action workspace
  summary Shows the list of drafts in a workspace.
  effect present
  takes name? text  the workspace's name
  example workspace name=Default

action loadActionGroup
  summary Shows a group in the list of actions.
  effect present
  takes name text  the group's name

action loadActionBarGroup
  summary Shows a group in the action bar.
  effect present
  takes name text  the group's name

# What an action does is up to the user who made it.
action runAction
  summary Runs an action on a text that is not saved as a draft.
  effect write
  takes text prose  the text to run it on
  takes action? text  the action's name
  takes allowEmpty? boolean  whether it also runs on empty text
  example runAction text="Hello" action="Copy to Clipboard"

action capture
  summary Opens the capture window with a text in it.
  effect present
  takes text? prose  the text it begins with
  takes tag? text  tags for it, with commas between them

action dictate
  summary Listens to speech and returns it as text.
  effect write
  takes locale? text  the language, such as en-US
  takes save? boolean = true  whether it is also saved as a draft
  takes retParam? text = text  the key under which the text is returned
  gives text prose  what was said
  example dictate locale=en-US save=false

action scanDocument
  summary Scans a paper with the camera and returns the text on it.
  effect write
  takes save? boolean = true  whether it is also saved as a draft
  takes retParam? text = text  the key under which the text is returned
  gives text prose  the text on the paper

action arrange
  summary Lets the user put lines of a text in another order and returns the text.
  effect present
  takes text prose  the text to arrange
  takes retParam? text = text  the key under which the text is returned
  gives text prose  the arranged text
