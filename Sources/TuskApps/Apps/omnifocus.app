app omnifocus
  title OmniFocus
  summary Tasks, projects and perspectives.
  scheme omnifocus
  documentation https://inside.omnifocus.com/url-schemes
  platforms macos ios ipados
  booleans true false
  dates iso
  lists repeated

# The same two actions also exist as omnifocus:///add and omnifocus:///paste.
# A date is free text such as "jun 25 8am"; a length is free text such as 30m.

action add
  summary Creates a task and returns a link to it.
  effect write
  takes name? text  the task's name
  takes note? prose  its note
  takes attachment? data  a file to attach
  takes attachment-name? list  the name of each attached file
  takes project? text  the project it goes to, capitals or not (default: the inbox)
  takes context? text  the tag it gets
  takes flag? boolean  whether it is flagged
  takes defer? text  when it can begin
  takes due? text  when it is due
  takes estimate? text  how long it takes
  takes completed? text  when it was done
  takes parallel? boolean  whether its parts can be done in any order
  takes autocomplete? boolean  whether it is done when its last part is
  takes repeat-method? one-of fixed|start-after-completion|due-after-completion  how it repeats
  takes repeat-rule? text  the rule by which it repeats
  takes reveal-new-item? boolean  whether OmniFocus goes to the new task
  takes autosave? boolean  whether it is saved without a window to confirm it
  gives result url  a link to the new task
  example add name="Pick up milk" note="Low fat" flag=true autosave=true

action paste
  summary Creates tasks and projects from text in TaskPaper format.
  effect write
  takes content prose  the TaskPaper text
  takes target? text  where it goes: inbox, projects, /folder/NAME or /task/ID
  takes index? integer  the place among what is there, counted from 0
  example paste content="- Pick up milk" target=inbox
