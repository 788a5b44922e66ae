import JSONValue
import TuskActions
package import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Prints the URLs of a line, without callbacks.
  package func printURLs(of line: String) -> ExitCode {
    let input = ParsedSource(Source(line))
    switch input.statements {
    case .success(let statements): return printURLs(of: statements, in: input.source)
    case .failure(let diagnostic):
      reporter(isScript: false).report(diagnostic, in: input.source)
      return diagnostic.exitCode
    }
  }

  func printURLs(of statements: [Statement], in source: Source) -> ExitCode {
    do throws(Diagnostic) {
      let urls = try Self.urls(of: statements)
      streams.write(options.wantsJSON ? Self.json(of: urls) + "\n" : urls.map { $0.description + "\n" }.joined())
      return streams.exitCode
    } catch {
      reporter(isScript: false).report(error, in: error.source ?? source)
      return error.exitCode
    }
  }

  /// The URLs of statements, none of which is opened.
  static func urls(of statements: [Statement]) throws(Diagnostic) -> [CallbackURL] {
    let result = Blocking.run { () async -> Result<[CallbackURL], Diagnostic> in
      do throws(Diagnostic) {
        var urls: [CallbackURL] = []
        for statement in statements { urls += try await offline.urls(of: statement) }
        return .success(urls)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// An interpreter that opens nothing.
  private static var offline: Interpreter {
    Interpreter(resolver: resolver(), host: OfflineHost())
  }

  private static func json(of urls: [CallbackURL]) -> String {
    let action = urls.first?.action ?? ""
    var object: JSON.Object = ["action": .string(action), "urls": .array(urls.map { .string($0.description) })]
    if catalog.signature(action: action)?.effect.needsConfirmation ?? false { object["confirm"] = true }
    return JSON.object(object).text
  }

  /// Prints the parts of a URL.
  package func printParts(of text: String, isLenient: Bool) -> ExitCode {
    withURL(text, mode: isLenient ? .lenient : .strict) { url in
      let line = Self.resolver().line(for: url)
      guard options.wantsJSON else { return url.outline(line) }
      return url.json(line).text + "\n"
    }
  }

  /// Prints a URL with pairs appended, the way callbacks are assembled.
  package func printAppended(_ pairs: String, to text: String) -> ExitCode {
    guard let json = try? JSON(parsing: pairs), let rows = json.array else { return failed(.notPairs(pairs)) }
    let extra = rows.compactMap { row in row[0]?.string.map { CallbackURL.Pair($0, row[1]?.string) } }
    guard extra.count == rows.count else { return failed(.notPairs(pairs)) }
    return withURL(text, mode: .lenient) { $0.appending(extra).description + "\n" }
  }

  private func withURL(_ text: String, mode: CallbackURL.Mode, _ show: (CallbackURL) -> String) -> ExitCode {
    let source = Source(text)
    do throws(CallbackURL.SyntaxError) {
      streams.write(show(try CallbackURL(parsing: text, mode: mode)))
      return streams.exitCode
    } catch {
      reporter(isScript: false).report(.badURL(error), in: source)
      return .usage
    }
  }

  private func failed(_ failure: Failure) -> ExitCode {
    reporter(isScript: false).report(failure)
  }

  /// Runs a URL as if another program had sent it, and prints the callback that would be opened.
  ///
  /// - Parameter schemes: further schemes that callbacks may have.
  package func open(_ text: String, allowing schemes: [String]) -> ExitCode {
    let source = Source(text)
    let url: CallbackURL
    do throws(CallbackURL.SyntaxError) {
      url = try CallbackURL(parsing: text)
    } catch {
      reporter(isScript: false).report(.badURL(error), in: source)
      return .usage
    }
    let reply = carryOut(url, from: .program, allowing: schemes, consentPrompt: consentPrompt())
    if let callback = reply.callback { streams.write(shown(callback) + "\n") }
    if reply.callback == nil { show(reply.response, to: url) }
    return exitCode(of: reply.response, refusal: reply.refusal)
  }

  /// Shows an answer that no callback receives.
  func show(_ response: Response, to url: CallbackURL) {
    guard let result = Self.catalog.result(of: url, response) else { return }
    display().show(.result(result, continues: false))
  }

  /// The text of a callback, without control characters at a terminal.
  private func shown(_ callback: CallbackURL) -> String {
    terminal.isTerminal(.output) ? TerminalText.field(callback.description) : callback.description
  }

  private func exitCode(of response: Response, refusal: Refusal?) -> ExitCode {
    switch response {
    case .success: return streams.exitCode
    case .failure(let failure):
      return reporter(isScript: false).report(failure)
    case .canceled:
      return reporter(isScript: false).report(refusal?.message ?? "canceled; nothing was done", .canceled)
    }
  }
}

extension Catalog {
  /// The answer of an action; `nil` if it failed.
  fileprivate func result(of url: CallbackURL, _ response: Response) -> ActionResult? {
    guard case .success = response, let signature = signature(action: url.action) else { return nil }
    return ActionResult(signature, url, response)
  }
}

extension CallbackURL {
  /// The parts as JSON, for `tusk url --decode --json`.
  ///
  /// - Parameter line: the command that opens the URL, if there is one.
  fileprivate func json(_ line: String?) -> JSON {
    let pairs = { (pairs: [Pair]) -> JSON in
      .array(pairs.map { .array([.string($0.name), $0.value.map(JSON.string) ?? .null]) })
    }
    var object: JSON.Object = [
      "scheme": .string(scheme), "host": .string(host), "action": .string(action),
      "segments": .array(segments.map(JSON.string)), "params": pairs(parameters), "x": pairs(extensions),
    ]
    if let line { object["line"] = .string(line) }
    return .object(object)
  }

  /// The parts as text, one per line.
  fileprivate func outline(_ line: String?) -> String {
    let first = line.map { "line\t\(TerminalText.field($0))\n" } ?? ""
    let head = [("scheme", scheme), ("host", host), ("action", action)]
    let rows = head + pairs.map { ($0.name, $0.value ?? "") }
    return first + rows.map { "\(TabSeparated.field($0.0))\t\(TabSeparated.field($0.1))\n" }.joined()
  }
}

extension Diagnostic {
  fileprivate static func badURL(_ error: CallbackURL.SyntaxError) -> Diagnostic {
    Diagnostic(.badURL, at: Span(error.offset, error.offset + 1), error.message)
  }
}

extension Failure {
  fileprivate static func notPairs(_ text: String) -> Failure {
    Failure(.invalidParameter, #"'\#(text)' is not a list of pairs such as [["name", "value"]]"#)
  }
}
