app omnifocus-views
  title OmniFocus views
  summary The windows and lists of OmniFocus that a link can open.
  scheme omnifocus
  host none
  documentation https://inside.omnifocus.com/url-schemes
  platforms macos ios ipados

# Not expressible here, because their value is in the path:
# omnifocus:///perspective/NAME, omnifocus:///task/ID and omnifocus:///folder/ID.

action inbox
  summary Shows the inbox.
  effect present
  answers no

action flagged
  summary Shows the flagged tasks.
  effect present
  answers no

action projects
  summary Shows the projects.
  effect present
  answers no

action forecast
  summary Shows the forecast.
  effect present
  answers no

action past
  summary Shows what is overdue in the forecast.
  effect present
  answers no

action today
  summary Shows today in the forecast.
  effect present
  answers no

action soon
  summary Shows the coming days in the forecast.
  effect present
  answers no

action search
  summary Opens the search.
  effect present
  answers no
  takes q text  the words to look for
  example search q=meeting
