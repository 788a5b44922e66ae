/// Finds what Mastodon turns into links: URLs, mentions and tags.
struct TextScanner {
  /// A part of the text.
  enum Piece: Equatable {
    case words(String)
    case url(String)
    case mention(username: String, domain: String?)
    case tag(String)
  }

  private let characters: [Character]
  private var position = 0
  private var words = ""
  private var pieces: [Piece] = []

  private init(_ text: String) { characters = Array(text) }

  static func pieces(of text: String) -> [Piece] {
    var scanner = TextScanner(text)
    scanner.scan()
    return scanner.pieces
  }

  private mutating func scan() {
    while position < characters.count {
      guard isAtStartOfWord, let (piece, length) = pieceHere() else {
        words.append(characters[position])
        position += 1
        continue
      }
      endWords()
      pieces.append(piece)
      position += length
    }
    endWords()
  }

  private mutating func endWords() {
    guard !words.isEmpty else { return }
    pieces.append(.words(words))
    words = ""
  }

  /// False in the middle of a word: `a@b`, `x#y` and `/@c` are neither mentions nor tags.
  private var isAtStartOfWord: Bool {
    guard position > 0 else { return true }
    let before = characters[position - 1]
    return !before.isLetter && !before.isNumber && !"_/@#&".contains(before)
  }

  private func pieceHere() -> (Piece, Int)? {
    switch characters[position] {
    case "h", "H": url()
    case "@": mention()
    case "#", "＃": tag()
    default: nil
    }
  }

  private func url() -> (Piece, Int)? {
    let head = String(characters[position..<min(position + 8, characters.count)]).lowercased()
    let scheme = head == "https://" ? 8 : head.hasPrefix("http://") ? 7 : 0
    guard scheme > 0 else { return nil }
    var end = position + scheme
    while end < characters.count, !characters[end].isWhitespace, !"<>\"`".contains(characters[end]) { end += 1 }
    while end > position + scheme, ".,;:!?')]}…".contains(characters[end - 1]) {
      if characters[end - 1] == ")", characters[position..<end].contains("(") { break }
      end -= 1
    }
    guard end > position + scheme, characters[position + scheme].isLetter || characters[position + scheme].isNumber
    else { return nil }
    return (.url(String(characters[position..<end])), end - position)
  }

  private func mention() -> (Piece, Int)? {
    let name = run(from: position + 1) { $0.isASCII && ($0.isLetter || $0.isNumber) || "_.-".contains($0) }
    let username = name.trimmingEnd(".-")
    guard !username.isEmpty else { return nil }
    let after = position + 1 + username.count
    guard username.count == name.count, after < characters.count, characters[after] == "@" else {
      return (.mention(username: username, domain: nil), 1 + username.count)
    }
    let domain = run(from: after + 1) { $0.isLetter || $0.isNumber || ".-:".contains($0) }.trimmingEnd(".-:")
    guard !domain.isEmpty else { return (.mention(username: username, domain: nil), 1 + username.count) }
    return (.mention(username: username, domain: domain), 2 + username.count + domain.count)
  }

  private func tag() -> (Piece, Int)? {
    let name = run(from: position + 1) { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "·" }
    guard name.contains(where: { $0.isLetter || $0 == "_" }) else { return nil }
    return (.tag(name), 1 + name.count)
  }

  private func run(from start: Int, while belongs: (Character) -> Bool) -> String {
    String(characters[min(start, characters.count)...].prefix(while: belongs))
  }
}

extension String {
  fileprivate func trimmingEnd(_ unwanted: String) -> String {
    var copy = self
    while let last = copy.last, unwanted.contains(last) { copy.removeLast() }
    return copy
  }
}
