app story-planner
  title Story Planner
  summary Plots, scenes and characters for writers.
  scheme storyplanner
  documentation https://literautas.com/es/apps/story-planner/x-callback-url
  platforms macos ios ipados

action add
  summary Creates a project.
  effect write
  takes title text  the project's title
  example add title="The Master Cat"

action project
  summary Opens a project.
  effect present
  takes title? text  the project's title; this or id is needed
  takes id? text  the project's identifier
  takes tab? text  the page it opens at, such as characters
  example project title="The Master Cat" tab=characters
