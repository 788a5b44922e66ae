app fantastical
  title Fantastical
  summary Events and reminders written as sentences.
  scheme x-fantastical3
  documentation https://flexibits.com/support/kb/51
  platforms macos ios ipados
  booleans 1 0
  dates iso
  lists comma

# Fantastical 2 uses the scheme fantastical2. A point in time is written yyyy-MM-dd HH:mm.

action parse
  summary Begins an event or reminder from a sentence or from single parts.
  effect write
  takes sentence? text  what happens, when and where, in plain words
  takes add? boolean = 0  whether it is added at once, without a window to confirm it
  takes reminder? boolean = 0  whether it is a reminder and not an event
  takes calendarName? text  the calendar it goes to
  takes title? text  its title, when no sentence is given
  takes location? text  where it is, when no sentence is given
  takes url? url  an address that belongs to it
  takes notes? prose  its notes
  takes start? text  when it begins, when no sentence is given
  takes end? text  when it ends, when no sentence is given
  takes allDay? boolean = 0  whether it lasts the whole day
  takes due? text  when a reminder is due
  example parse sentence="Lunch with Sara tomorrow at noon" calendarName=Work

action show
  summary Shows a day.
  effect present
  takes date text  the day as yyyy-mm-dd or in words such as today or "next monday"
  example show date=tomorrow
