app due
  title Due
  summary Reminders and timers that keep ringing.
  scheme due
  documentation https://www.dueapp.com/developer.html
  platforms macos ios ipados
  dates unix
  lists comma

# Reminders ring on the full minute. With duedate the three *later parameters are ignored.

action add
  summary Opens the window for a new reminder with these values in it.
  effect write
  takes title? text  the reminder's title
  takes duedate? date  when it is due
  takes secslater? number  when it is due, in seconds from now
  takes minslater? number  when it is due, in minutes from now
  takes hourslater? number  when it is due, in hours from now
  takes timezone? text  the time zone of its dates, such as Asia/Singapore
  takes autosnooze? one-of 1|5|10|15|30|60  after how many minutes it rings again
  takes recurunit? one-of 4|8|16|256  repeated by year (4), month (8), day (16) or week (256)
  takes recurfreq? integer  after how many of these it comes again, 1 to 30
  takes recurfromdate? date  from when it is repeated
  takes recurbyday? list  the days of the week or month on which it comes
  takes recurbysetpos? one-of 1|-1  whether the first or the last of these days in a month
  example add title="Call John" minslater=30

action search
  summary Searches the reminders, the timers or the logbook.
  effect present
  takes query? text  the words to look for
  takes section? one-of Reminders|Timers|Logbook = Reminders  where to look
  example search query="#work"
