app things
  title Things
  summary To-dos, projects and areas.
  scheme things
  host none
  documentation https://culturedcode.com/things/support/articles/2803573/
  platforms macos ios ipados
  booleans true false
  dates iso
  lists comma

# Things allows at most 250 new items in ten seconds, 4,000 characters in a text and 10,000 in notes.
# A day is today, tomorrow, evening, anytime, someday, yyyy-mm-dd or English such as "next tuesday";
# DAY@TIME also sets a reminder. An empty value, as in deadline=, removes a field in an update.

action add
  summary Creates one or more to-dos and returns their identifiers.
  effect write
  takes title? text  the to-do's title
  takes titles? prose  the titles of several to-dos, one per line; takes precedence over title
  takes notes? prose  its notes
  takes when? text  the day it is meant for, or DAY@TIME with a reminder
  takes deadline? text  the day it is due
  takes tags? list  tags that exist; others are ignored
  takes checklist-items? prose  its checklist, one per line, 100 at most
  takes use-clipboard? one-of replace-title|replace-notes|replace-checklist-items  what the clipboard fills
  takes list-id? text  the identifier of the project or area it goes to
  takes list? text  the title of that project or area; list-id takes precedence
  takes heading-id? text  the identifier of a heading in that project
  takes heading? text  the title of that heading; heading-id takes precedence
  takes completed? boolean = false  whether it is already done
  takes canceled? boolean = false  whether it is already canceled; takes precedence over completed
  takes show-quick-entry? boolean = false  whether the entry window is shown instead
  takes reveal? boolean = false  whether Things goes to the new to-do
  takes creation-date? date  when it was made; a time in the future is ignored
  takes completion-date? date  when it was done; a time in the future is ignored
  gives x-things-id list  the identifiers of the new to-dos
  example add title="Book flights" when=tomorrow tags=Travel

action add-project
  summary Creates a project and returns its identifier.
  effect write
  takes title? text  the project's title
  takes notes? prose  its notes
  takes when? text  the day it is meant for, or DAY@TIME with a reminder
  takes deadline? text  the day it is due
  takes tags? list  tags that exist; others are ignored
  takes area-id? text  the identifier of the area it goes to
  takes area? text  the title of that area; area-id takes precedence
  takes to-dos? prose  the titles of its to-dos, one per line
  takes completed? boolean = false  whether it is already done, with all its to-dos
  takes canceled? boolean = false  whether it is already canceled, with all its to-dos
  takes reveal? boolean = false  whether Things goes to the new project
  takes creation-date? date  when it was made; a time in the future is ignored
  takes completion-date? date  when it was done; a time in the future is ignored
  gives x-things-id text  the project's identifier
  example add-project title="Build treehouse" area=Family

action update
  summary Changes a to-do; a field that is given replaces what was there.
  effect destructive
  takes auth-token secret  the token from the settings of Things
  takes id text  the to-do's identifier
  takes title? text  the new title
  takes notes? prose  the new notes
  takes prepend-notes? prose  text to put before the notes
  takes append-notes? prose  text to put after the notes
  takes when? text  the day it is meant for, or DAY@TIME with a reminder
  takes deadline? text  the day it is due
  takes tags? list  tags instead of those it has
  takes add-tags? list  tags in addition to those it has
  takes checklist-items? prose  a new checklist, one per line
  takes prepend-checklist-items? prose  lines to put before the checklist
  takes append-checklist-items? prose  lines to put after the checklist
  takes use-clipboard? one-of replace-title|replace-notes|replace-checklist-items  what the clipboard fills
  takes list-id? text  the identifier of the project or area to move it to
  takes list? text  the title of that project or area; list-id takes precedence
  takes heading-id? text  the identifier of a heading to move it under
  takes heading? text  the title of that heading; heading-id takes precedence
  takes completed? boolean  whether it is done
  takes canceled? boolean  whether it is canceled; takes precedence over completed
  takes reveal? boolean = false  whether Things goes to the to-do
  takes duplicate? boolean = false  whether a copy is changed instead
  takes creation-date? date  when it was made; a time in the future is ignored
  takes completion-date? date  when it was done; a time in the future is ignored
  gives x-things-id text  the to-do's identifier
  example update id=SyJEz273ceSkabUbciM73A auth-token=TOKEN append-notes="Wholemeal bread"

action update-project
  summary Changes a project; a field that is given replaces what was there.
  effect destructive
  takes auth-token secret  the token from the settings of Things
  takes id text  the project's identifier
  takes title? text  the new title
  takes notes? prose  the new notes
  takes prepend-notes? prose  text to put before the notes
  takes append-notes? prose  text to put after the notes
  takes when? text  the day it is meant for, or DAY@TIME with a reminder
  takes deadline? text  the day it is due
  takes tags? list  tags instead of those it has
  takes add-tags? list  tags in addition to those it has
  takes area-id? text  the identifier of the area to move it to
  takes area? text  the title of that area; area-id takes precedence
  takes completed? boolean  whether it is done; needs all its to-dos done
  takes canceled? boolean  whether it is canceled; needs all its to-dos done
  takes reveal? boolean = false  whether Things goes to the project
  takes duplicate? boolean = false  whether a copy is changed instead
  takes creation-date? date  when it was made; a time in the future is ignored
  takes completion-date? date  when it was done; a time in the future is ignored
  gives x-things-id text  the project's identifier
  example update-project id=Jvj7EW1fLoScPhaw2JomCT auth-token=TOKEN when=tomorrow

action show
  summary Shows a list, an area, a project, a tag or a to-do.
  effect present
  takes id? text  an identifier, or a list such as inbox, today, upcoming, anytime or logbook
  takes query? text  the name of an area, project, tag or list; ignored with an id
  takes filter? list  tags to which the list is narrowed
  example show id=today

action search
  summary Opens the search.
  effect present
  takes query? text  the words to look for
  example search query=vacation

action version
  summary Returns the versions of the app and of its URL scheme.
  effect read
  gives x-things-scheme-version text  the scheme's version
  gives x-things-client-version text  the app's build
  example version

# write as long as no object in data has "operation": "update"
action json
  summary Creates or changes several items described in JSON.
  effect destructive
  takes data json  an array of to-dos and projects, each with type and attributes
  takes auth-token? secret  the token from the settings of Things; needed for updates
  takes reveal? boolean = false  whether Things goes to the first item
  gives x-things-ids json  an array of the identifiers of the outermost items
  example json data='[{"type":"to-do","attributes":{"title":"Milk"}}]'
