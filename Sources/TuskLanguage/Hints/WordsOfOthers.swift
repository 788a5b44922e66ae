/// Lines of toot, madonctl and tootstream and the nouns of phone apps, each with our words.
///
/// They are the commands of toot 0.52 from its own help, and those of the other two as people know them.
enum WordsOfOthers {
  /// Our line by the words of others, in lower case.
  static let lines: [String: String] = Dictionary(
    [toot, tootOfShells, madonctlAccounts, madonctlStatuses, madonctl, tootstream, apps, writing, ownVerbs].flatMap {
      $0.map { ($0.key, $0.value) }
    }, uniquingKeysWith: { first, _ in first })

  /// What to know besides our line, by the words of others.
  static let hints: [String: String] = [
    "activate": "'use @user@host' acts as another account; 'accounts' lists yours",
    "auth login": "'login HOST' signs in",
    "favs": "did you mean 'fav' or 'favorites'?",
    "inbox": "'notifications' lists what happened, 'conversations' your direct messages",
    "login_cli": "'login HOST' signs in",
    "settings": "'set' lists those of the prompt, 'preferences' those of your account",
    "signin": "'login HOST' signs in",
    "sign in": "'login HOST' signs in",
    "tui": "'tusk' without arguments opens the prompt; 'home' shows your timeline",
  ]

  /// The words that mean our line only with an argument for its first place.
  static let withArgument: Set<String> = ["history", "show", "filter", "remove", "rm"]

  /// The words that mean our line only with nothing after them.
  static let alone: Set<String> = ["profile", "account"]

  private static let toot: KeyValuePairs<String, String> = [
    "auth": "accounts", "auth login": "login {host}", "auth logout": "logout",
    "env": "instance", "diag": "instance", "tui": "home",
    "login_cli": "login {host}", "activate": "use {account}",
    "whois": "profile {account}", "update_account": "profile set",
    "muted": "mutes", "blocked": "blocks",
    "follow_requests": "requests", "follow_requests list": "requests",
    "follow_requests accept": "accept {account}", "follow_requests reject": "reject {account}",
    "polls show": "get poll {poll}", "polls vote": "vote {poll}",
    "lists list": "lists", "lists accounts": "list members {list}", "lists create": "list new {text}",
    "lists delete": "list delete {list}", "lists add": "list add {list} {account}",
    "lists remove": "list remove {list} {account}",
    "list_accounts": "list members {list}", "list_create": "list new {text}", "list_delete": "list delete {list}",
    "list_add": "list add {list} {account}", "list_remove": "list remove {list} {account}",
    "favourited_by": "favoriters {status}", "reblogged_by": "boosters {status}",
    "tags info": "get tag {tag}", "tags followed": "followed tags", "tags follow": "follow {tag}",
    "tags unfollow": "unfollow {tag}", "tags featured": "featured tags", "tags feature": "feature {tag}",
    "tags unfeature": "unfeature {tag}", "tags": "followed tags",
    "tags_followed": "followed tags", "tags_follow": "follow {tag}", "tags_unfollow": "unfollow {tag}",
    "timelines": "timeline", "timelines account": "statuses {account}", "timelines favourites": "favorites",
    "timelines home": "home", "timelines link": "timeline link={url}", "timelines list": "timeline {list}",
    "timelines public": "public", "timelines tag": "tag {tag}", "timelines trending": "trends statuses",
    "timelines bookmarks": "bookmarks", "domain_blocks": "domain blocks",
  ]

  /// Lines of toot as they are typed in a shell, with the name of the program.
  private static let tootOfShells: KeyValuePairs<String, String> = [
    "toot post": "post {prose}", "toot timeline": "home", "toot timelines": "home", "toot home": "home",
    "toot timelines home": "home", "toot timelines public": "public", "toot timelines tag": "tag {tag}",
    "toot timelines list": "timeline {list}", "toot timelines account": "statuses {account}",
    "toot whoami": "whoami", "toot whois": "profile {account}", "toot instance": "instance at={host}",
    "toot search": "search {text}", "toot notifications": "notifications", "toot lists": "lists",
    "toot bookmarks": "bookmarks", "toot thread": "thread {status}", "toot status": "show status {status}",
    "toot favourite": "fav {status}", "toot unfavourite": "unfav {status}", "toot reblog": "boost {status}",
    "toot unreblog": "unboost {status}", "toot bookmark": "bookmark {status}", "toot follow": "follow {mention}",
    "toot followers": "followers {account}", "toot following": "following {account}", "toot auth": "accounts",
    "toot login": "login {host}",
  ]

  private static let madonctlAccounts: KeyValuePairs<String, String> = [
    "account show": "profile {account}", "account followers": "followers {account}",
    "account following": "following {account}", "account statuses": "statuses {account}",
    "account follow": "follow {account}", "account unfollow": "unfollow {account}",
    "account block": "block {account}", "account unblock": "unblock {account}", "account mute": "mute {account}",
    "account unmute": "unmute {account}", "account pin": "endorse {account}", "account unpin": "unendorse {account}",
    "account relationships": "relation {account}", "account search": "search {text} type=account",
    "account favourites": "favorites", "account bookmarks": "bookmarks", "account blocks": "blocks",
    "account mutes": "mutes", "account update": "profile set", "account follow-requests": "requests",
    "account lists": "lists with {account}", "account reports": "reports",
    "accounts show": "profile {account}", "accounts followers": "followers {account}",
    "accounts following": "following {account}", "accounts statuses": "statuses {account}",
    "accounts follow": "follow {account}", "accounts unfollow": "unfollow {account}",
    "accounts block": "block {account}", "accounts mute": "mute {account}",
    "accounts search": "search {text} type=account", "accounts relationships": "relation {account}",
    "accounts blocks": "blocks", "accounts mutes": "mutes", "accounts favourites": "favorites",
  ]

  private static let madonctlStatuses: KeyValuePairs<String, String> = [
    "status show": "show status {status}", "status context": "thread {status}", "status card": "show status {status}",
    "status reblogged-by": "boosters {status}", "status favourited-by": "favoriters {status}",
    "status delete": "delete {status}", "status reblog": "boost {status}", "status boost": "boost {status}",
    "status unreblog": "unboost {status}", "status unboost": "unboost {status}",
    "status favourite": "fav {status}", "status favorite": "fav {status}",
    "status unfavourite": "unfav {status}", "status unfavorite": "unfav {status}", "status pin": "pin {status}",
    "status unpin": "unpin {status}", "status bookmark": "bookmark {status}",
    "status unbookmark": "unbookmark {status}", "status mute-conversation": "mute {status}",
    "status unmute-conversation": "unmute {status}", "status post": "post {prose}",
    "status toot": "post {prose}",
  ]

  private static let madonctl: KeyValuePairs<String, String> = [
    "media upload": "upload", "media": "upload", "timelines direct": "conversations", "timelines local": "local",
    "notifications list": "notifications", "notifications show": "get notification {notification}",
    "notifications dismiss": "dismiss {notification}", "notifications clear": "dismiss all",
    "list show": "lists", "list list": "lists", "list create": "list new {text}", "list update": "list rename {list}",
    "list accounts": "list members {list}", "list add-accounts": "list add {list} {account}",
    "list remove-accounts": "list remove {list} {account}", "suggestions show": "suggestions",
    "suggestions list": "suggestions", "suggestions delete": "forget suggestion {account}",
    "domain-blocks": "domain blocks", "domain-blocks show": "domain blocks", "domain-blocks list": "domain blocks",
    "domain-blocks block": "block {domain}", "domain-blocks unblock": "unblock {domain}",
    "endorsements": "endorsed", "filters list": "filters", "filters show": "get filter {filter}",
    "filters create": "filter new {text}", "filters delete": "filter delete {filter}", "hashtag": "tag {tag}",
    "emojis list": "emojis", "trends list": "trends",
  ]

  private static let tootstream: KeyValuePairs<String, String> = [
    "rep": "reply {status}", "del": "delete {status}", "fed": "public", "faves": "favorites", "favs": "favorites",
    "notes": "notifications", "user": "profile {account}", "info": "instance",
    "thrd": "thread {status}", "listhome": "timeline {list}", "listaccounts": "list members {list}",
    "listcreate": "list new {text}", "listrename": "list rename {list}", "listdelete": "list delete {list}",
    "listdestroy": "list delete {list}", "listadd": "list add {list} {account}",
    "listremove": "list remove {list} {account}",
    "history": "statuses {mention}", "n": "notifications",
  ]

  private static let apps: KeyValuePairs<String, String> = [
    "inbox": "notifications", "dms": "conversations", "messages": "conversations", "chats": "conversations",
    "direct": "conversations", "direct messages": "conversations", "my messages": "conversations",
    "alerts": "notifications", "trending": "trends statuses", "explore": "trends statuses",
    "trending posts": "trends statuses", "trending tags": "trends", "trending hashtags": "trends",
    "trending links": "trends links", "trending news": "trends links", "news": "trends links",
    "pinned": "statuses --pinned", "pinned posts": "statuses --pinned", "muted accounts": "mutes",
    "muted users": "mutes", "muted words": "filters", "blocked accounts": "blocks", "blocked users": "blocks",
    "blocked domains": "domain blocks", "blocked servers": "domain blocks",
    "scheduled posts": "scheduled", "posts": "statuses", "toots": "statuses", "my posts": "statuses",
    "my statuses": "statuses", "my toots": "statuses", "my profile": "me", "my account": "me",
    "my followers": "followers", "my following": "following", "my lists": "lists", "my bookmarks": "bookmarks",
    "my favourites": "favorites", "my favorites": "favorites", "my likes": "favorites", "likes": "favorites",
    "liked": "favorites", "saved": "bookmarks", "bookmarked": "bookmarks", "hashtags": "followed tags",
    "followed hashtags": "followed tags", "follow requests": "requests", "settings": "set", "signin": "login {host}",
    "sign in": "login {host}", "signout": "logout", "sign out": "logout", "switch account": "use {account}",
    "edit profile": "profile set", "profile edit": "profile set",
    "who": "profile {account}", "who is": "profile {account}", "home timeline": "home",
    "local timeline": "local", "federated timeline": "public", "public timeline": "public",
    "server rules": "rules", "feeds": "home", "friends": "following", "people": "suggestions",
    "replies": "notifications kind=mention", "refresh": "home", "reload": "home",
    "clear notifications": "dismiss all", "remove": "delete {status}", "rm": "delete {status}",
    "fave": "fav {status}", "show": "show status {status}",
    "follow_tag": "follow {tag}", "unfollow_tag": "unfollow {tag}",
    "filter": "filter new {text} words={same}", "filter list": "filters",
  ]

  /// What takes the words of a status, which people write without quotes.
  private static let writing: KeyValuePairs<String, String> = [
    "toot": "post {prose}", "tweet": "post {prose}", "publish": "post {prose}", "t": "post {prose}",
    "new post": "post {prose}", "compose": "post {prose}", "reply": "reply {status} {prose}",
    "dm": "post {prose} mentioning={mention} visibility=direct",
    "message": "post {prose} mentioning={mention} visibility=direct",
    "msg": "post {prose} mentioning={mention} visibility=direct",
  ]

  /// Our verbs, where a word after them can mean one thing.
  private static let ownVerbs: KeyValuePairs<String, String> = [
    "profile": "me", "account": "me", "delete list": "list delete {list}",
    "block domain": "block {domain}", "unblock domain": "unblock {domain}",
    "follow tag": "follow {tag}", "unfollow tag": "unfollow {tag}", "follow hashtag": "follow {tag}",
    "unfollow hashtag": "unfollow {tag}", "tag follow": "follow {tag}", "tag unfollow": "unfollow {tag}",
    "mute word": "filter new {text} words={same}", "mute phrase": "filter new {text} words={same}",
    "instance": "instance at={host}", "list add": "list add {list} {account}",
    "list remove": "list remove {list} {account}", "list members": "list members {list}",
    "list delete": "list delete {list}", "list rename": "list rename {list}", "get list": "get list {list}",
    "lists with": "lists with {account}", "timeline list": "timeline {list}", "list timeline": "timeline {list}",
    "timeline tag": "tag {tag}", "timeline hashtag": "tag {tag}", "timeline account": "statuses {account}",
    "note": "note {mention} {prose}",
    "endorsed": "endorsed of={account}", "get poll": "get poll {poll}", "poll": "poll {poll}", "vote": "vote {poll}",
  ]
}

/// The names that the servers' API has for fields, and ours.
enum FieldsOfOthers {
  /// The field that a name of the API means.
  ///
  /// - Parameter fields: the names of the fields there are.
  /// - Returns: `nil` if the name is not one of the API, or there is no such field.
  static func ours(for name: String, among fields: [String]) -> String? {
    let known = names[name, default: []] + [joined(name)].compactMap(\.self)
    return known.first { fields.contains($0) }
  }

  /// `display_name` as `displayName`; `nil` for a name without an underscore.
  private static func joined(_ name: String) -> String? {
    let words = name.split(separator: "_").map(String.init)
    guard words.count > 1, let first = words.first else { return nil }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + String($0.dropFirst()) }.joined()
  }

  private static let names: [String: [String]] = [
    "created_at": ["posted", "joined", "date"], "edited_at": ["edited"], "scheduled_at": ["at", "posted"],
    "favourites_count": ["favorites"], "reblogs_count": ["boosts", "reblogs"], "replies_count": ["replies"],
    "quotes_count": ["quotes"], "followers_count": ["followers"], "following_count": ["following"],
    "statuses_count": ["statuses"], "votes_count": ["votes"], "voters_count": ["voters"],
    "spoiler_text": ["cw"], "in_reply_to_id": ["inReplyTo"], "in_reply_to_account_id": ["inReplyToAccount"],
    "media_attachments": ["media"], "favourited": ["favorited"], "reblogged": ["boosted"], "reblog": ["boost"],
    "avatar": ["avatarURL"], "header": ["headerURL"], "expires_at": ["expires", "ends"], "type": ["kind"],
    "status_id": ["statusID"], "account_id": ["accountID"], "mute_expires_at": ["mutedUntil"],
    "fields": ["rows"], "filtered": ["filters"], "description": ["alt", "text"], "title": ["name"],
  ]
}
