import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The request of a command that posts, without the mentions and hashtags in text from elsewhere, unless the command
  /// says otherwise.
  ///
  /// - Throws: ``Diagnostic`` if such text names somebody who did not write it, and the command does not say what to do.
  func guarded(
    _ request: CommandRequest, _ command: Command, _ prepared: Prepared, in frame: Frame
  ) async throws(Diagnostic) -> CommandRequest {
    guard request.signature.parameter(named: Self.mentions) != nil else { return request }
    let mode = request.urls.first?.pairs.first { $0.name == Self.mentions }?.value
    // In a URL the parameter applies to the whole text, and the engine evaluates it.
    let isURL = command.verb.value == "open"
    guard !isURL || mode == nil else { return request }
    var sources = try sources(of: command, prepared)
    sources += Self.fileContents(of: command, request, besides: sources)
    var urls: [CallbackURL] = []
    for url in request.urls {
      var pairs: [CallbackURL.Pair] = []
      let isLeft = isURL ? true : await isLeft(to: url, request, in: frame)
      for pair in url.pairs where isLeft || pair.name != Self.mentions {
        pairs.append(try await guarded(pair, mode, sources, request, as: request.account(in: frame)))
      }
      urls.append(CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs))
    }
    return request.opening(urls)
  }

  /// Whether the URL in a plan says itself what happens to names, because its text is not complete.
  ///
  /// In a URL, `defuse` would apply to names of the script too; without it, the plan stops at those of others.
  private func isLeft(to url: CallbackURL, _ request: CommandRequest, in frame: Frame) async -> Bool {
    let texts = request.signature.publishedTexts(in: url.pairs)
    guard texts.contains(where: settings.placeholders.occurs) else { return false }
    switch url.pairs.first(where: { $0.name == Self.mentions })?.value {
    case "keep": return true
    case "defuse" where texts.allSatisfy { PublishedName.all(in: $0).isEmpty }: return true
    case "defuse":
      settings.rehearsal.lackSomething()
      let line = frame.line(of: request.span)
      await emit(.noted("line \(line) defuses only names from elsewhere; the plan stops if there are any"))
      return false
    default: return false
    }
  }

  private func guarded(
    _ pair: CallbackURL.Pair, _ mode: String?, _ sources: [RuntimeValue], _ request: CommandRequest, as account: String?
  ) async throws(Diagnostic) -> CallbackURL.Pair {
    guard mode != "keep", let text = request.signature.publishedTexts(in: [pair]).first else { return pair }
    let brought = Self.brought(to: text, by: mode == "defuse" ? sources : sources.map(\.withoutLocalSigns))
    guard !brought.isEmpty else { return pair }
    let own = try await own(brought.flatMap(\.1), as: account, at: request.verb.span)
    let names = brought.filter { !$0.1.allSatisfy { $0 == own } }.map(\.0)
    guard !names.isEmpty else { return pair }
    guard mode == "defuse" else { throw .remoteNames(names, request) }
    return CallbackURL.Pair(pair.name, PublishedName.defused(text, names))
  }

  /// The names in the text that came from elsewhere, whole or in part, and from where.
  private static func brought(to text: String, by sources: [RuntimeValue]) -> [(PublishedName, [RemoteOrigin])] {
    guard sources.contains(where: { !$0.spelledSigns.isEmpty }) else { return [] }
    let names = PublishedName.all(in: text)
    guard !names.isEmpty else { return [] }
    let whole = sources.filter { $0.spelling == text }
    guard whole.isEmpty else {
      return PublishedName.brought(names, by: whole.flatMap(\.spelledSigns))
    }
    // The text is none of the values as it is, so its names are compared with theirs.
    var origins: [String: [RemoteOrigin]] = [:]
    for source in sources {
      let signs = source.spelledSigns
      guard !signs.isEmpty else { continue }
      for (name, found) in PublishedName.brought(PublishedName.all(in: source.spelling ?? ""), by: signs) {
        origins[name.text, default: []] += found
      }
    }
    return names.compactMap { name in origins[name.text].map { (name, $0) } }
  }

  /// The values of the command as texts; of a URL, those of its parameters.
  private func sources(of command: Command, _ prepared: Prepared) throws(Diagnostic) -> [RuntimeValue] {
    var sources: [RuntimeValue] = []
    for value in command.arguments.compactMap(\.value) {
      if command.verb.value == "open", let text = value.writtenURL {
        sources += try parameters(of: text, prepared)
        continue
      }
      switch value.form {
      case .url(let text): sources.append(try prepared.text(text))
      // A text has the kind of a reference too.
      case .reference(let reference): sources.append(try prepared.text(reference.spelling))
      case .word, .string, .variable, .list, .result, .arithmetic, .range: sources += try prepared.value(value).elements
      }
    }
    return sources
  }

  /// The contents of files that the command names, which are no values of the script.
  private static func fileContents(
    of command: Command, _ request: CommandRequest, besides sources: [RuntimeValue]
  ) -> [RuntimeValue] {
    let texts = request.urls.flatMap(\.pairs).filter { readsFile($0, of: command) }.compactMap(\.value)
    return texts.filter { text in !sources.contains { $0.spelling == text } }
      .map { .text($0).coming(from: .local) }
  }

  /// Whether the command says the value of a parameter by the name of a file.
  private static func readsFile(_ pair: CallbackURL.Pair, of command: Command) -> Bool {
    command.arguments.contains { argument in
      if case .setting(let setting) = argument, setting.key.value != pair.name { return false }
      return argument.value.map(namesFile) ?? false
    }
  }

  private static func namesFile(_ value: Value) -> Bool {
    switch value.form {
    case .reference(let reference): reference.kind == .file
    case .list(let values): values.contains(where: namesFile)
    case .word, .string, .url, .variable, .result, .arithmetic, .range: false
    }
  }

  /// The origin of what the posting account wrote and read from its server, which is that of its own record; `nil` if
  /// nothing is known of these. On another server, the mentions could mean other people, and the server could name any
  /// account as the author.
  private func own(
    _ origins: [RemoteOrigin], as account: String?, at span: Span
  ) async throws(Diagnostic) -> RemoteOrigin? {
    guard origins.contains(where: \.isKnown) else { return nil }
    return try await me(as: account, at: span).remote.flatMap { $0.isKnown ? $0 : nil }
  }

  private static let mentions = "mentions"
}

extension PublishedName {
  /// The names, in ascending order, that did not come from the script alone, with the origins of their parts. The script
  /// chooses a hashtag by its sign; of an account, it must write the whole name, because the account is notified.
  fileprivate static func brought(
    _ names: [PublishedName], by signs: [RemoteSign]
  ) -> [(PublishedName, [RemoteOrigin])] {
    // A text from a server may have any number of both.
    var rest = signs.sorted { $0.offset < $1.offset }[...]
    return names.compactMap { name in
      rest = rest.drop { $0.offset < name.offset }
      let end = name.isAccount ? name.offset + name.text.utf8.count : name.offset + 1
      let origins = rest.prefix { $0.offset < end }.map(\.origin)
      return origins.isEmpty ? nil : (name, origins)
    }
  }
}

extension Diagnostic {
  fileprivate static func remoteNames(_ names: [PublishedName], _ request: CommandRequest) -> Diagnostic {
    let shown = names.prefix(5).map(\.text).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    var diagnostic = Diagnostic(
      .foreignValue, at: request.verb.span, "text from elsewhere contains \(shown); nothing was posted",
      label: "mentions=keep posts it as it is", exitCode: .data)
    diagnostic.edits = [Edit(Span(request.span.end, request.span.end), " mentions=defuse")]
    return diagnostic
  }
}
