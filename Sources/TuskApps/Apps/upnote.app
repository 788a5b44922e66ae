app upnote
  title UpNote
  summary Notes in notebooks, with tags and filters.
  scheme upnote
  documentation https://help.getupnote.com/resources/x-callback-url-endpoints
  platforms macos ios ipados windows linux android
  booleans true false

# UpNote's page mentions no callbacks.

action openNote
  summary Opens a note.
  effect present
  answers no
  takes noteId text  the note's identifier
  takes new_window? boolean  whether it opens in a window of its own

action note/new
  summary Creates a note.
  effect write
  answers no
  takes title? text  the note's title
  takes text? prose  the note's text
  takes notebook? text  the notebook it goes to
  takes new_window? boolean  whether it opens in a window of its own
  takes markdown? boolean  whether the text is Markdown
  example note/new title=Groceries text="Milk and tea" markdown=true

action openNotebook
  summary Shows the notes of a notebook.
  effect present
  answers no
  takes notebookId text  the notebook's identifier

action notebook/new
  summary Creates a notebook.
  effect write
  answers no
  takes title text  the notebook's title
  example notebook/new title=Travel

action tag/view
  summary Shows the notes of a tag.
  effect present
  answers no
  takes tag text  the tag's title
  example tag/view tag=kitchen

action openFilter
  summary Shows the notes of a filter.
  effect present
  answers no
  takes filterId text  the filter's identifier

action view
  summary Shows notes in one of several ways, or searches.
  effect present
  answers no
  takes mode? one-of all_notes|quick_access|templates|trash|notebooks|tags|filters|all_notebooks|all_tags  what is shown
  takes noteId? text  a note to open
  takes notebookId? text  the notebook, with mode=notebooks
  takes tagId? text  the tag, with mode=tags
  takes filterId? text  the filter, with mode=filters
  takes spaceId? text  the space; default is the first one
  takes action? one-of search  searches for query
  takes query? text  the words to look for
  example view action=search query=milk
