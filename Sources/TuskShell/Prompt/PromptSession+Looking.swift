import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// The commands of the prompt that look at the page or the pictures of a row.
extension PromptSession {
  /// Opens the page of a row, of `it` or of a reference.
  mutating func openPage(_ words: [String]) {
    guard let page = page(of: words, for: .open) else { return }
    end(shell.openPage(page))
  }

  /// Copies the address of the page.
  mutating func copyAddress(_ words: [String]) {
    guard let page = page(of: words, for: .copy) else { return }
    end(shell.copy(page))
  }

  /// Shows the pictures of a status.
  mutating func viewPictures(_ words: [String]) {
    guard let record = record(of: words, for: .view) else { return }
    let pictures = LookedAtRecord.pictures(of: record)
    guard !pictures.isEmpty else { return report("'\(words[0])' has no pictures") }
    end(shell.showPictures(pictures))
  }

  private mutating func page(of words: [String], for command: PromptCommand) -> String? {
    guard let record = record(of: words, for: command) else { return nil }
    guard let page = LookedAtRecord.page(of: record) else {
      report("'\(words[0])' has no page")
      return nil
    }
    return page
  }

  /// The record, which is read from the server; `nil` after an error, which is reported.
  private mutating func record(of words: [String], for command: PromptCommand) -> JSON.Object? {
    // A reference has no characters that could end its word.
    guard words.count == 1, ShownRows.Reference(.status, words[0]) != nil else {
      report("'\(command.name)' takes the number of a row, 'it' or a reference: \(command.name) 1")
      return nil
    }
    do throws(Diagnostic) {
      let request = try request(for: words[0])
      let reply = shell.carryOut(request, from: .person, consentPrompt: shell.consentPrompt())
      if let failure = reply.failure { end(shell.reporter(isScript: false).report(failure)) }
      return reply.data.map { $0["item"]?.object ?? $0 }
    } catch {
      _ = execution.fail([error], in: error.source ?? Source("get \(words[0])"))
      return nil
    }
  }

  /// What reads it: of an event, its status.
  private func request(for word: String) throws(Diagnostic) -> CallbackURL {
    if let status = try? request(of: "get status \(word)") { return status }
    return try request(of: "get \(word)")
  }

  private func request(of line: String) throws(Diagnostic) -> CallbackURL {
    let shown = execution.display.shownRows
    let source = try Shell.resolver().naming(shown, in: parsed(Source(line)), definitions: execution.definitions)
    let urls = try Shell.urls(of: parsed(source).statements.get())
    guard let url = urls.first, urls.count == 1 else { throw .notOne(source) }
    return url.appending([CallbackURL.Pair("item", "true")])
  }
}

extension Diagnostic {
  fileprivate static func notOne(_ source: Source) -> Diagnostic {
    Diagnostic(.outOfRange, at: Span(0, source.text.utf8.count), "one row or reference can be looked at")
  }
}

/// What can be looked at of a record.
enum LookedAtRecord {
  /// The most pictures that are shown at once.
  private static let mostPictures = 16

  /// The address of the page: of a boost, that of the boosted status; of an event, that of its status or account.
  static func page(of record: JSON.Object) -> String? {
    parts(of: record).compactMap { $0["url"]?.string }.first(where: isAddress)
  }

  /// The addresses of the pictures.
  static func pictures(of record: JSON.Object) -> [String] {
    let media = parts(of: record).lazy.compactMap { $0["media"]?.array }.first ?? []
    let pictures = media.compactMap(\.object).filter { $0["kind"]?.string == "image" }
    return Array(pictures.compactMap { $0["url"]?.string }.filter(isAddress).prefix(mostPictures))
  }

  private static func parts(of record: JSON.Object) -> [JSON.Object] {
    let status = record["status"]?.object
    return [record["boost"]?.object, record, status?["boost"]?.object, status, record["account"]?.object]
      .compactMap(\.self)
  }

  /// Whether a text of a server is an address of the web, without characters that could control a terminal.
  private static func isAddress(_ text: String) -> Bool {
    ["https://", "http://"].contains { text.hasPrefix($0) } && text.utf8.count <= 2048
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
