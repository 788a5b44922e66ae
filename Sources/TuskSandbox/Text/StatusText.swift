import GRDB

/// The text of a status as Mastodon reads it: its HTML, mentions, tags and length.
struct StatusText {
  let html: String
  /// The HTML before it is split into paragraphs.
  let inline: String
  let mentions: [Account]
  let tags: [String]

  init(_ text: String, in db: Database) throws {
    let text = text.replacing("\r\n", with: "\n")
    var mentions: [Account] = []
    var tags: [String] = []
    var inline = ""
    for piece in TextScanner.pieces(of: text) {
      switch piece {
      case .words(let words): inline += HTML.escaped(words)
      case .url(let url): inline += StatusText.link(to: url)
      case .tag(let name):
        let folded = name.lowercased()
        if !tags.contains(folded) { tags.append(folded) }
        inline += StatusText.link(toTag: name)
      case .mention(let username, let domain):
        let acct = domain.map { "\(username)@\($0)" } ?? username
        guard let account = try Account.find(acct: acct, in: db) else {
          inline += HTML.escaped("@" + acct)
          continue
        }
        if !mentions.contains(where: { $0.id == account.id }) { mentions.append(account) }
        inline += StatusText.link(to: account)
      }
    }
    self.mentions = mentions
    self.tags = tags
    self.inline = inline
    html = StatusText.paragraphs(of: inline)
  }

  /// The length in grapheme clusters; a URL counts as 23, and a mention counts without its host.
  static func length(of text: String) -> Int {
    TextScanner.pieces(of: text).reduce(0) { sum, piece in
      switch piece {
      case .words(let words): sum + words.count
      case .url: sum + InstanceConfiguration.urlLength
      case .mention(let username, _): sum + 1 + username.count
      case .tag(let name): sum + 1 + name.count
      }
    }
  }

  /// A link whose scheme and tail are hidden, so that a long URL looks short and is copied whole.
  static func link(to url: String) -> String {
    let prefixes = ["https://www.", "http://www.", "https://", "http://"]
    let prefix = prefixes.first { url.lowercased().hasPrefix($0) } ?? ""
    let rest = url.dropFirst(prefix.count)
    let tail = rest.dropFirst(30)
    let isCut = !tail.isEmpty
    return """
      <a href="\(HTML.escaped(url))" target="_blank" rel="nofollow noopener" translate="no">\
      <span class="invisible">\(HTML.escaped(url.prefix(prefix.count)))</span>\
      <span class="\(isCut ? "ellipsis" : "")">\(HTML.escaped(rest.prefix(30)))</span>\
      <span class="invisible">\(HTML.escaped(tail))</span></a>
      """
  }

  static func link(to account: Account) -> String {
    """
    <span class="h-card" translate="no"><a href="\(HTML.escaped(account.url))" class="u-url mention">\
    @<span>\(HTML.escaped(account.username))</span></a></span>
    """
  }

  static func link(toTag name: String) -> String {
    """
    <a href="\(InstanceConfiguration.base)/tags/\(HTML.escaped(name.lowercased()))" class="mention hashtag" rel="tag">\
    #<span>\(HTML.escaped(name))</span></a>
    """
  }

  /// Splits paragraphs at blank lines and keeps single line breaks.
  private static func paragraphs(of inline: String) -> String {
    inline.split(separator: /\n{2,}/).map { paragraph in
      "<p>" + paragraph.split(separator: "\n").joined(separator: "<br />") + "</p>"
    }.joined()
  }
}
