app shortcuts
  title Shortcuts
  summary Apple's app for automations.
  scheme shortcuts
  documentation https://support.apple.com/guide/shortcuts/apdcd7f20a6f/ios
  platforms macos ios ipados

# What a shortcut does is up to the user who made it. An error answers errorMessage only.

action run-shortcut
  summary Runs a shortcut and returns its output.
  effect write
  takes name text  the shortcut's name
  takes input? one-of text|clipboard  where its input comes from
  takes text? prose  the input, with input=text
  gives result? prose  the shortcut's output as text
  example run-shortcut name="Calculate Tip" input=text text=24.99
