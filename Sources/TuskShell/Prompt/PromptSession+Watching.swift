import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Watching at the prompt.
extension PromptSession {
  /// Lists the watches, begins one, or ends them.
  mutating func watch(_ words: [String]) {
    switch words.first {
    case nil: listWatches()
    case "off"? where words.count <= 2: endWatches(words.dropFirst().first)
    case let word? where Duration(written: word) != nil: report("'watch \(word)' needs a line: watch \(word) home")
    case let word? where words.count == 1: beginWatch(word)
    default: report("'watch' takes one stream, off and the number of a watch, or a time such as 30s and a line")
    }
  }

  private func listWatches() {
    let lines = (watches?.streams ?? []).enumerated().map { "\(($0.offset + 1).asRowMargin)\($0.element.name)\n" }
    shell.streams.write(
      lines.isEmpty
        ? "nothing is watched; 'watch notifications' shows them as they come\n" : TerminalText.block(lines.joined()))
  }

  private mutating func beginWatch(_ word: String) {
    guard let queue = (reader as? EditLineReader)?.queue else {
      return report("events cannot be shown above the line of this terminal; 'stream' delivers them")
    }
    guard let stream = WatchedStream(word) else {
      return report("'watch' takes \(WatchedStream.choices), not '\(word)'")
    }
    do throws(Diagnostic) {
      guard let url = try stream.url() else { return report("'\(word)' names no stream") }
      let watches = watches ?? makeWatches(at: queue)
      self.watches = watches
      watches.news.ringsOnMentions(settings.ringsOnMentions)
      let isNew = watches.begin(stream, at: url)
      let words = isNew ? "watching \(word); 'watch off' ends it" : "\(word) is watched already"
      shell.streams.write(TerminalText.field(words) + "\n")
    } catch {
      report(error.message)
    }
  }

  private func makeWatches(at queue: ReaderQueue) -> PromptWatches {
    let (shell, news) = (shell, watchNews(at: queue))
    return PromptWatches(news: news) { shell.sessionOfWatches(telling: news) }
  }

  private mutating func endWatches(_ number: String?) {
    let streams = watches?.streams ?? []
    guard let number else {
      watches?.endAll()
      shell.streams.write(Self.ended(streams) ?? "nothing is watched\n")
      return
    }
    guard let place = Int(number), streams.indices.contains(place - 1) else {
      return report("no watch has the number '\(number)'; 'watch' lists them")
    }
    watches?.end(at: place - 1)
    shell.streams.write(Self.ended([streams[place - 1]]) ?? "")
  }

  /// Ends the watches of the account that acted until now, and says so.
  mutating func forgetWatches() {
    if let words = Self.ended(watches?.streams ?? []) { shell.streams.write(words) }
    watches?.endAll()
    watches?.news.end()
    watches = nil
  }

  private static func ended(_ streams: [WatchedStream]) -> String? {
    let names = streams.map(\.name).joined(separator: ", ")
    return streams.isEmpty ? nil : TerminalText.field("no longer watching \(names)") + "\n"
  }
}

extension Shell {
  /// The client of watches, whose messages appear among the events.
  fileprivate func sessionOfWatches(telling news: WatchNews) -> Session {
    // With streams of its own, it does not erase the progress of a command that runs.
    let display = Display(streams: StandardStreams(), terminal: terminal, wantsJSON: false)
    return Session(
      accounts: accounts, permissions: permissions, journal: journal, display: display,
      consentPrompt: consentPrompt(), sandboxAsks: options.sandboxAsks, memory: memory,
      tell: { notice in
        switch notice {
        case .gap(let gap): news.say(gap.message)
        case .note(let text), .loss(let text): news.say(text)
        case .delay, .progress: break
        }
      })
  }
}
