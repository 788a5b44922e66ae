app working-copy-views
  title Working Copy views
  summary The screens of Working Copy that a link can open without a key.
  scheme working-copy
  host action
  documentation https://workingcopyapp.com/url-schemes.html
  platforms ios ipados
  dates unix

# The action's name comes right after ://, as in working-copy://open?repo=...

action open
  summary Goes to a repository, a file, a commit or a branch.
  effect present
  answers no
  takes repo text  the repository's name or remote address
  takes path? text  a file or directory; only one of path, commit and branch
  takes commit? text  a commit's hash or the beginning of it
  takes branch? text  a branch
  takes mode? one-of content|changes|status|preview  what is shown of it
  takes line? integer  a line to jump to
  takes error? text  a message shown in red
  takes message? text  a message shown in blue
  example open repo="my project" path=README.md mode=content

action clone
  summary Opens the window for cloning with an address in it.
  effect present
  answers no
  takes remote url  the address to clone from

action show
  summary Goes to a repository and begins to clone it if it is not there.
  effect write
  answers no
  takes remote url  the repository's address
  example show remote=https://github.com/git/git.git

action import-log
  summary Imports lines as a log and shows them.
  effect write
  answers no
  takes lines prose  the log's lines
  takes repo? text  the repository the log is about
  takes timestamp? date  when it was recorded
  takes kind? one-of import|bitrise|circleci|jenkins|buddy|fetch|push|pull|clone = import  where it comes from
