app shortcuts-views
  title Shortcuts views
  summary The windows of Shortcuts that a link can open.
  scheme shortcuts
  host action
  documentation https://support.apple.com/guide/shortcuts/welcome/ios
  platforms macos ios ipados

# The action's name comes right after ://, as in shortcuts://open-shortcut?name=...

action open-shortcut
  summary Opens a shortcut for editing.
  effect present
  answers no
  takes name text  the shortcut's name
  example open-shortcut name="Calculate Tip"

action create-shortcut
  summary Opens the editor with a new, empty shortcut.
  effect present
  answers no

action gallery
  summary Opens the gallery.
  effect present
  answers no

action gallery/search
  summary Searches the gallery.
  effect present
  answers no
  takes query text  the words to look for
  example gallery/search query=coffee
