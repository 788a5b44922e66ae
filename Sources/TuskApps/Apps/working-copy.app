app working-copy
  title Working Copy
  summary A client for Git.
  scheme working-copy
  documentation https://workingcopyapp.com/x-callback-url.html
  platforms ios ipados
  booleans 1 0
  dates iso
  lists comma
  takes key secret  the key from the app's settings

# A repository is given by its name or its remote address; $current is the one on the screen.
# A path is counted from the repository's root; $current is the one on the screen.
# The answer of a command is appended to x-success, which should therefore end with a parameter's name and =.
# Errors about the key are shown in the app and never answered.
# chain cannot be described in this format: its parameters belong to the command= before them.

# mode=safe keeps uncommitted changes, but still replaces a committed file.
action write
  summary Writes a file.
  effect destructive
  takes repo? text  the repository; if missing, the user picks one
  takes path? text  the file; if missing, the user picks one
  takes text? prose  what is written
  takes base64? data  what is written, if it is not text
  takes clipboard? boolean  whether the content comes from the clipboard
  takes mode? one-of safe|overwrite|append|prepend = safe  what happens to what is there
  takes filename? text  the name offered when the user picks the file
  takes uti? text  the content's Uniform Type Identifier
  takes askcommit? boolean  whether the user is asked to commit and push afterwards
  example write repo="my repo" path=README.md text="hello there" key=123ABC

action read
  summary Returns a file's content.
  effect read
  takes repo? text  the repository; if missing, the user picks one
  takes path? text  the file; if missing, the user picks one
  takes type? one-of base64|url  whether Base64, or a link to the file, is returned instead of text
  takes base64? boolean  whether Base64 is returned instead of text
  takes uti? text  the Uniform Type Identifier that the user may pick
  takes clipboard? boolean  whether the content also goes to the clipboard
  takes url? url  a Universal Link of Working Copy instead of repo and path
  gives text? prose  the file's text
  gives base64? data  the file's bytes, if it is not text
  example read repo="my repo" path=README.md key=123ABC

action move
  summary Moves or renames a file inside a repository.
  effect write
  takes repo text  the repository
  takes source text  the file's path
  takes destination text  its new path
  example move repo="my repo" source=from.txt destination=to.txt key=123ABC

action zip
  summary Returns a directory as a ZIP archive in Base64.
  effect read
  takes repo text  the repository
  takes path? text  the directory or file (default: everything)
  takes .git? boolean  whether the .git directory is put in too

# Without a message the user is asked for one, and then no key is needed.
action commit
  summary Commits changed files.
  effect write
  takes repo text  the repository
  takes path? text  the file or directory (default: everything)
  takes limit? integer = 1  how many changed files are allowed before it fails
  takes message? text  the commit's message
  example commit repo="my repo" limit=999 message=fix key=123ABC

action status
  summary Returns, in JSON, which files have changed.
  effect read
  takes repo text  the repository
  takes path? text  the file or directory (default: everything)
  takes unchanged? boolean  whether files without changes are included
  takes depth? integer  how many levels of directories are looked into
  example status repo="my repo" unchanged=1 key=123ABC

action push
  summary Sends commits to a remote.
  effect write
  takes repo text  the repository; * in a name matches any characters
  takes remote? text  the remote (default: origin)
  example push repo="my repo" key=123ABC

action pull
  summary Fetches from a remote and merges; a conflict is an error.
  effect write
  takes repo text  the repository; * in a name matches any characters
  takes remote? text  the remote (default: origin)
  example pull repo="my repo" key=123ABC

action fetch
  summary Fetches from a remote.
  effect write
  takes repo text  the repository; * in a name matches any characters
  takes remote? text  the remote (default: origin)

action checkout
  summary Switches to a branch; nothing may be changed at the time.
  effect write
  takes repo text  the repository
  takes branch text  the branch; $current is the one on the screen
  takes mode? one-of create|ensure  whether the branch is created, always or only if it is missing
  example checkout repo="my repo" branch=develop key=123ABC

action delete
  summary Deletes a branch.
  effect destructive
  takes repo text  the repository
  takes branch text  the branch
  takes mode? one-of force|refuse|prompt = prompt  what happens if commits would be lost
  example delete repo="my repo" branch=develop mode=refuse key=123ABC

action merge
  summary Merges a branch into the current one.
  effect write
  takes repo text  the repository
  takes branch? text  the branch (default: the remote side of the current one)
  takes remote? text  the remote from which the branch is fetched first
  takes create? boolean  whether a missing remote is created
  takes resolve? boolean  whether the user is asked to settle conflicts; with 0 they are errors
  example merge repo="my repo" branch=develop key=123ABC

action webdav
  summary Starts or stops the app's WebDAV server.
  effect write
  takes cmd? one-of start|stop = start  which of the two

action repos
  summary Returns all repositories in JSON.
  effect read
  example repos key=123ABC

action log
  summary Returns the newest commits in JSON.
  effect read
  takes repo text  the repository
  takes limit? integer = 10  how many commits
  takes path? text  only commits that touch this file or directory
  takes branch? text  only commits of this branch
  example log repo="my repo" key=123ABC

action branches
  summary Returns the branches of a repository, local and remote, in JSON.
  effect read
  takes repo text  the repository

action init
  summary Creates an empty repository.
  effect write
  takes name text  its name, which no other repository has

action clone
  summary Clones a repository and returns its name.
  effect write
  takes remote url  the address to clone from
  example clone remote=https://github.com/libgit2/libgit2 key=123ABC

action ssh-command
  summary Uploads a repository, runs a command on a server and downloads what changed.
  effect destructive
  takes server text  the server's name
  takes cmd text  the command
  takes source? text  the local directory (default: the repository's root)
  takes remote? text  the remote directory (default: the home directory)
