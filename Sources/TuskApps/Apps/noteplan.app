app noteplan
  title NotePlan
  summary Notes, tasks and a calendar in Markdown files.
  scheme noteplan
  documentation https://help.noteplan.co/article/49-x-callback-url-scheme
  platforms macos ios ipados
  booleans yes no
  dates iso
  lists comma

# A day is YYYYMMDD, today, yesterday or tomorrow; a week to open is YYYY-Www.
# openNote spells its parameter filename, addText and deleteNote spell it fileName.
# NotePlan calls x-success (since 3.5); x-error and x-cancel are not documented.

action openNote
  summary Opens a note.
  effect present
  takes noteDate? text  the day or week of a calendar note
  takes timeframe? one-of week|month|quarter|year  which kind of calendar note
  takes noteTitle? text  a note's title, with #Heading or ^LINE-ID after it
  takes filename? text  a note's path with its folders
  takes heading? text  a heading to scroll to
  takes subWindow? boolean  whether it opens in a window of its own (macOS)
  takes splitView? boolean  whether it opens beside the others (macOS)
  takes reuseSplitView? boolean = no  whether an existing view is reused (macOS)
  takes useExistingSubWindow? boolean = no  whether its own window is reused (macOS)
  takes highlightStart? integer  where the selection begins; 9999 is the end
  takes highlightLength? integer  how long the selection is
  example openNote noteDate=today

action openView
  summary Opens a view.
  effect present
  takes name? text  the view's name
  takes folder? text  the path of its folder
  example openView name="Project Tasks" folder="10 - Projects"

action addText
  summary Adds text to a note.
  effect write
  takes noteDate? text  the day of a calendar note
  takes noteTitle? text  a note's title
  takes fileName? text  a note's file name
  takes text prose  the text to add
  takes mode? one-of prepend|append  where it goes
  takes openNote? boolean  whether the note is opened
  takes subWindow? boolean  whether it opens in a window of its own (macOS)
  takes splitView? boolean  whether it opens beside the others (macOS)
  takes useExistingSubWindow? boolean = no  whether its own window is reused (macOS)
  example addText noteDate=today text="* Hello World" mode=append openNote=yes

action addNote
  summary Creates a note; it needs a title or a text.
  effect write
  takes noteTitle? text  the note's title
  takes text? prose  the note's text
  takes folder? text  the folder it goes to, created if missing
  takes openNote? boolean  whether the note is opened
  takes subWindow? boolean  whether it opens in a window of its own (macOS)
  takes splitView? boolean  whether it opens beside the others (macOS)
  takes useExistingSubWindow? boolean = no  whether its own window is reused (macOS)
  takes highlightStart? integer  where the selection begins; 9999 is the end
  takes highlightLength? integer  how long the selection is
  example addNote noteTitle="New Note" openNote=yes

action deleteNote
  summary Deletes a note.
  effect destructive
  takes noteTitle? text  a note's title
  takes noteDate? text  the day of a calendar note
  takes fileName? text  a note's file name
  example deleteNote noteTitle="New Note"

action selectTag
  summary Shows the notes with a tag or a mention.
  effect present
  takes name text  the tag with its #, or the mention with its @; empty for all notes
  example selectTag name="#noteplan"

action search
  summary Searches, or opens a saved filter.
  effect present
  takes text? text  the words to look for; empty clears the search
  takes filter? text  the name of a filter to open instead
  example search filter=Upcoming

# What a command does is up to the plug-in. More arguments are called arg3, arg4 and so on.
action runPlugin
  summary Runs a command of a plug-in.
  effect write
  takes pluginName? text  the plug-in's name; this or pluginID is needed
  takes pluginID? text  the plug-in's identifier
  takes command text  the command, without its /
  takes arg0? text  the first argument
  takes arg1? text  the second argument
  takes arg2? text  the third argument
  example runPlugin pluginID=jgclark.Dashboard command="show dashboard"

action installPlugin
  summary Installs a plug-in.
  effect write
  takes pluginID text  the plug-in's identifier
  example installPlugin pluginID=dwertheimer.Favorites

action toggleSidebar
  summary Shows or hides the sidebar.
  effect present
  takes forceCollapse? boolean = no  whether it is hidden in any case
  takes forceOpen? boolean = no  whether it is shown in any case
  takes animated? boolean = yes  whether it moves (macOS)
  example toggleSidebar forceOpen=yes

action noteInfo
  summary Returns the path and the name of the note that is open.
  effect read
  gives path text  the file's path on disk
  gives name text  the note's name
  example noteInfo
