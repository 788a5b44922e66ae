import TuskLanguage
import XCallbackURL

/// What a command attaches to a post, and the alt texts.
struct AttachedFiles: Sendable {
  private var command: Command
  private let media: [String]
  /// The alt texts; `nil` where none is said, and empty where the person says that there is none.
  private var descriptions: [String?]
  /// The parameter of the alt texts.
  private static let altTexts = "alt"

  /// - Returns: `nil` for a line that attaches nothing, or whose media are known only when it runs.
  init?(_ input: ParsedSource, _ resolver: Resolver) {
    guard let command = input.command, let invocation = try? resolver.resolve(command), invocation.urls.count == 1,
      invocation.signature.effect.changesAccount, invocation.signature.parameter(named: "media")?.type == .attachment
    else { return nil }
    let pairs = invocation.urls[0].parameters
    let values = { (name: String) in pairs.filter { $0.name == name }.map { $0.value ?? "" } }
    let (media, given) = (values("media"), values(Self.altTexts))
    guard !media.isEmpty, given.isEmpty || given.count == media.count else { return nil }
    // In an edit, which can remove media, an empty text removes that of an upload.
    let isEdit = invocation.signature.parameter(named: "media")?.negative != nil
    guard !isEdit || !given.isEmpty || media.allSatisfy({ $0.hasPrefix("file:") }) else { return nil }
    self.command = command
    self.media = media
    descriptions = given.isEmpty ? media.map { _ in nil } : given
  }

  /// The files without an alt text, by their places.
  var undescribed: [(place: Int, name: String)] {
    media.indices.filter { media[$0].hasPrefix("file:") && descriptions[$0] == nil }.map { place in
      (place: place, name: String(media[place].dropFirst("file:".count).split(separator: "/").last ?? ""))
    }
  }

  /// Gives a file its alt text.
  mutating func describe(_ place: Int, as text: String) { descriptions[place] = text }

  /// The command with the alt texts.
  var line: String {
    var command = command
    command.arguments.removeAll { argument in
      if case .setting(let setting) = argument { setting.key.value == Self.altTexts } else { false }
    }
    let texts = descriptions.map { Value.quoted($0 ?? "") }
    return "\(command.source) alt=[\(texts.joined(separator: " "))]"
  }
}

extension PromptSession {
  /// The input with the alt texts that the setting wants; `nil` if the person gave none.
  mutating func described(_ input: ParsedSource) -> ParsedSource? {
    guard settings[.alt] != "off", var files = AttachedFiles(input, Shell.resolver()) else { return input }
    let missing = files.undescribed
    guard !missing.isEmpty else { return input }
    guard settings[.alt] == "require" else {
      let names = missing.map { $0.name }.joined(separator: ", ")
      shell.streams.report(TerminalText.field("warning: no alt text (alt=\"…\") for: \(names)") + "\n")
      return input
    }
    for (place, name) in missing {
      guard let text = altText(for: name), !text.isEmpty else {
        report("nothing was posted: \(name) has no alt text, which the setting 'alt' requires")
        return nil
      }
      files.describe(place, as: text)
    }
    return ParsedSource(Source(input.leadingBlanks + files.line), mode: .repl, defined: execution.definedVerbs)
  }

  /// The alt text that the person types for a file.
  private func altText(for name: String) -> String? {
    guard let terminal = shell.questionsAtTerminal else { return nil }
    let words = TerminalText.field("alt text for \(name) (empty posts nothing): ")
    return shell.interrupts.whileRunning { () async -> String? in
      await terminal.answer(to: words) { (line: [UInt8]) -> TerminalQuestions.Understanding<String> in
        guard let text = String(validating: line, as: UTF8.self) else {
          return .unclear("The answer is not UTF-8 text.\n\(words)")
        }
        return .answer(text.allSatisfy(\.isWhitespace) ? "" : text)
      }
    }
  }
}
