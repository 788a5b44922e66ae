import JSONValue
import TuskCommon

/// What a status has beside its text: media, a poll, the preview of a page, a quote.
struct StatusParts {
  let style: ReadingStyle
  /// Whether the status is shown alone, with the addresses of its media.
  let isWhole: Bool

  func lines(of status: JSON.Object) -> [String] {
    media(of: status) + (status["poll"]?.object.map(poll) ?? []) + card(of: status) + quote(of: status)
  }

  // Media.

  private static let names = ["image": "picture", "gifv": "animation", "unknown": "file"]

  private func media(of status: JSON.Object) -> [String] {
    (status["media"]?.array ?? []).flatMap { medium in
      let kind = TerminalText.field(medium["kind"]?.string ?? "unknown")
      let name = (status["sensitive"] == true ? "sensitive " : "") + (Self.names[kind] ?? kind)
      let text = TerminalText.field(medium["description"]?.string ?? "")
      let address = TerminalText.field(medium["url"]?.string ?? "")
      var lines = style.hanging(
        style.mark("▢ ") + name + (style.isPlain ? ": " : "  "), text.isEmpty ? "(no description)" : text,
        text.isEmpty ? .dim : nil)
      lines[0] = lines[0].replacing(name, with: style.link(name, to: address), maxReplacements: 1)
      // An address that is broken over lines cannot be copied.
      return lines + (isWhole && !address.isEmpty ? ["  " + style.paint(address, .dim)] : [])
    }
  }

  // Polls.

  private static let barWidth = 16
  /// A greater number is a mistake of the server, and could not be added.
  private static let mostVotes = 1_000_000_000_000

  /// The options, and how it goes.
  private func poll(_ poll: JSON.Object) -> [String] {
    let options = (poll["options"]?.array ?? []).map { option in
      (
        title: TerminalText.field(option["title"]?.string ?? ""),
        votes: option["votes"]?.int.map { min(max($0, 0), Self.mostVotes) }
      )
    }
    let own = poll["choices"]?.array?.compactMap(\.int) ?? []
    let isOpen = poll["voted"] != true && poll["expired"] != true
    let total = options.compactMap(\.votes).reduce(0, +)
    let widest = options.map(\.title.cellWidth).max() ?? 0
    return options.enumerated().flatMap { index, option in
      let mark = isOpen ? "\(index + 1) " : own.contains(index + 1) ? Self.ownMark(style) : style.mark("○ ")
      return self.option(mark, option.title, option.votes, of: total, widest: widest)
    } + style.hanging("", pollFoot(poll, isOpen: isOpen), .dim)
  }

  /// An option as a bar, with its share and its votes; before you vote, behind the number to vote for it.
  private func option(_ mark: String, _ title: String, _ votes: Int?, of total: Int, widest: Int) -> [String] {
    guard let votes else { return style.hanging(mark, title) }
    let result = share(votes, of: total)
    guard !style.isPlain else { return ["\(mark)\(title), \(percent(votes, of: total)), \(votes.counting("vote"))"] }
    guard widest + 2 + Self.barWidth <= style.width - 2 - result.cellWidth else {
      return style.hanging(mark, "\(title) \(result)")
    }
    return ["\(mark)\(title.padded(toCells: widest))  \(style.paint(bar(votes, of: total), .name))\(result)"]
  }

  private func share(_ votes: Int, of total: Int) -> String {
    "  \(percent(votes, of: total).leftPadded(toCells: 5))  \(votes)"
  }

  private func percent(_ votes: Int, of total: Int) -> String {
    "\(total > 0 ? (votes * 100 + total / 2) / total : 0) %"
  }

  private static func ownMark(_ style: ReadingStyle) -> String { style.isPlain ? "your choice: " : "● " }

  private func bar(_ votes: Int, of total: Int) -> String {
    let full = total > 0 ? (votes * Self.barWidth + total / 2) / total : 0
    return String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
  }

  private func pollFoot(_ poll: JSON.Object, isOpen: Bool) -> String {
    let count = poll["voters"]?.int.map { max($0, 0).counting("person", plural: "people") }
    let end = poll["expires"]?.int.map { time in
      let now = style.now
      return time > now
        ? "ends in \(LocalTime.distance(to: time, now: now))" : "ended \(LocalTime.past(time, now: now))"
    }
    let id = TerminalText.field(poll["id"]?.string ?? "")
    return style.row(
      [
        count ?? max(poll["votes"]?.int ?? 0, 0).counting("vote"), poll["multiple"] == true ? "several choices" : nil,
        end ?? (poll["expired"] == true ? "ended" : nil), isOpen ? "vote poll:\(id) 1" : nil,
      ].compactMap(\.self))
  }

  // Pages and quotes.

  private func card(of status: JSON.Object) -> [String] {
    guard let card = status["card"]?.object, let address = card["url"]?.string else { return [] }
    let title = TerminalText.field(card["title"]?.string ?? "")
    let site = TerminalText.field(card["provider"]?.string ?? "")
    let isInText = status["text"]?.string?.contains(address) == true
    let words = [title, site, isInText ? "" : TerminalText.field(address)].filter { !$0.isEmpty }
    guard !words.isEmpty else { return [] }
    let lines = style.hanging(style.mark("▸ "), style.row(words), .dim)
    return lines.map { style.link($0, to: address) }
  }

  private func quote(of status: JSON.Object) -> [String] {
    let inner = style.narrowed(by: 2)
    let lines =
      if status.hiddenQuoteState == nil, let quote = status["quote"]?.object {
        StatusText(style: inner, isPart: !isWhole).lines(of: quote)
      } else if let state = status["quoteState"]?.string {
        inner.hanging("", "(a quote that is not shown: \(TerminalText.field(state)))", .dim)
      } else {
        [String]()
      }
    return lines.map { style.paint(style.mark("│ "), .dim) + $0 }
  }
}
