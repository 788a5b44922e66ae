app agenda
  title Agenda
  summary Notes ordered by date, in projects.
  scheme agenda
  documentation https://agenda.community/t/x-callback-url-support-and-reference/27253
  platforms macos ios ipados
  booleans true false
  lists comma

# Dates may also be words such as yesterday. Most actions answer identifiers, under keys that
# were unknown when this was written; the answer is shown as it is.

action on-the-agenda
  summary Shows the overview On the Agenda.
  effect present

action today
  summary Shows the overview Today.
  effect present

action open-overview
  summary Opens a saved overview and returns its identifier.
  effect present
  takes title? text  the overview's title
  takes identifier? text  the overview's identifier
  takes separate-window? boolean  whether it opens in a window of its own
  gives overview text  the overview's identifier
  example open-overview title="This Week"

action open-search
  summary Opens the search.
  effect present
  takes query? text  what to look for
  takes separate-window? boolean  whether it opens in a window of its own
  example open-search query="#Important"

action open-project
  summary Opens a project.
  effect present
  takes title? text  the project's title
  takes project-title? text  the same under another name
  takes identifier? text  the project's identifier
  takes separate-window? boolean  whether it opens in a window of its own
  example open-project title=Welcome

action open-note
  summary Opens a note.
  effect present
  takes title? text  the note's title
  takes project-title? text  the title of its project
  takes identifier? text  the note's identifier
  takes separate-window? boolean  whether it opens in a window of its own
  example open-note title="Meeting With Peta"

action get-identifier
  summary Returns the identifier of a note or a project.
  effect read
  takes project-title? text  the project's title
  takes title? text  the note's title
  example get-identifier project-title=Welcome title="Things to Try"

action get-selected-project
  summary Returns the project that is selected.
  effect read

action get-selected-note
  summary Returns the note that is selected.
  effect read

action get-selection
  summary Returns the note or the project that is selected.
  effect read

action create-category
  summary Creates a category.
  effect write
  takes title text  the category's title

action create-project
  summary Creates a project.
  effect write
  takes title text  the project's title
  takes category-title? text  the title of the category it goes to
  takes identifier? text  the identifier of that category
  takes select? boolean  whether it is selected
  takes sort-order? one-of newest-first|oldest-first  how its notes are ordered

action create-note
  summary Creates a note.
  effect write
  takes title text  the note's title
  takes text prose  the note's text
  takes project-title? text  the title of the project it goes to
  takes identifier? text  the identifier of that project
  takes on-the-agenda? boolean  whether it is put on the agenda
  takes date? text  its date
  takes start-date? text  the day on which it begins
  takes end-date? text  the day on which it ends
  takes attachment? data  a file to attach; goes with filename
  takes filename? text  the file's name with its extension
  takes event-title? text  the event it is linked to
  takes template-name? text  a template to begin with
  takes template-input? text  what the template gets as shared content
  takes collapsed? boolean  whether it is folded
  takes completed? boolean  whether it is done
  takes pinned? boolean  whether it is pinned
  takes footnote? boolean  whether it is a footnote
  takes select? boolean  whether it is selected
  example create-note project-title=Work title=Minutes text="All agreed" on-the-agenda=true

action append-to-note
  summary Adds text or a file to a note, or changes its date.
  effect write
  takes title? text  the note's title
  takes identifier? text  the note's identifier
  takes project-title? text  the title of its project
  takes text prose  the text to add
  takes on-the-agenda? boolean  whether it is put on the agenda
  takes date? text  its date
  takes start-date? text  the day on which it begins
  takes end-date? text  the day on which it ends
  takes attachment? data  a file to attach; goes with filename
  takes filename? text  the file's name with its extension
  takes event-title? text  the event it is linked to
  takes collapsed? boolean  whether it is folded
  takes completed? boolean  whether it is done
  takes pinned? boolean  whether it is pinned
  takes footnote? boolean  whether it is a footnote
  takes select? boolean  whether it is selected
  example append-to-note title="Some Note" text="More Text"

action replace-note
  summary Replaces a note's text.
  effect destructive
  takes title? text  the note's title
  takes identifier? text  the note's identifier
  takes project-title? text  the title of its project
  takes text prose  the new text
  takes on-the-agenda? boolean  whether it is put on the agenda
  takes date? text  its date
  takes start-date? text  the day on which it begins
  takes end-date? text  the day on which it ends
  takes attachment? data  a file to attach; goes with filename
  takes filename? text  the file's name with its extension
  takes event-title? text  the event it is linked to
  takes collapsed? boolean  whether it is folded
  takes completed? boolean  whether it is done
  takes pinned? boolean  whether it is pinned
  takes footnote? boolean  whether it is a footnote
  takes select? boolean  whether it is selected
