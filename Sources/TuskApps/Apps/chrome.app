app chrome
  title Chrome
  summary Google's browser on an iPhone or iPad.
  scheme googlechrome-x-callback
  documentation https://chromium.googlesource.com/chromium/src/+/HEAD/docs/ios/opening_links.md
  platforms ios ipados
  flags bare

# Chromium's page no longer describes this form; apps have used it since 2012.

action open
  summary Opens a page; x-success leads back when its tab is closed.
  effect present
  takes url url  the page's address
  takes create-new-tab? boolean  opens it in a new tab
  example open url=https://www.example.com create-new-tab=true
