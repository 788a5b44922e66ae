import Glibc
import TuskActions
import TuskCommon
import XCallbackURL

extension TokenSources {
  /// The programs on this machine that supply tokens.
  init(in environment: ProcessEnvironment) {
    self.init(keyring: Keyring(in: environment)) { command in
      do throws(Failure) {
        return .success(try await Self.firstLine(of: command, in: environment))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The first line that a command prints.
  private static func firstLine(
    of command: String, in environment: ProcessEnvironment
  ) async throws(Failure) -> String {
    let words = try CommandWords(command).words
    let path = words[0].contains("/") ? words[0] : environment.program(named: words[0])
    guard let path else { throw .noProgram(words[0]) }
    switch await HelperProgram(path: path, arguments: Array(words.dropFirst())).run() {
    case .printed(let text):
      let line = String(text.prefix { !$0.isNewline }).filter { !$0.isWhitespace }
      guard !line.isEmpty else { throw .nothingPrinted(words[0]) }
      return line
    case .failed(let status): throw .commandFailed(words[0], "it exited with status \(status)")
    case .notStarted(let number): throw .commandFailed(words[0], SystemError.reason(number))
    case .useless: throw .commandFailed(words[0], "its output is not a token")
    case .tooLate: throw .commandFailed(words[0], "timed out after \(HelperProgram.usualLimit) s")
    case .givenUp: throw .commandFailed(words[0], "canceled")
    }
  }
}

extension TokenSources.Keyring {
  /// The Secret Service through libsecret's `secret-tool`; `nil` without that program or a session bus.
  init?(in environment: ProcessEnvironment) {
    guard Self.hasBus(environment), let path = environment.program(named: "secret-tool") else { return nil }
    let names: @Sendable (String) -> [String] = { ["service", "tusk", "account", $0] }
    let run: @Sendable ([String], String) async -> HelperProgram.Ending = { arguments, input in
      await HelperProgram(path: path, arguments: arguments, input: input, showsErrors: false).run()
    }
    let lookUp: @Sendable (String) async -> String? = { name in
      guard case .printed(let text) = await run(["lookup"] + names(name), "") else { return nil }
      return text.isEmpty ? nil : text
    }
    self.init(
      lookUp: lookUp,
      keep: { name, secret in
        // The secret is passed on standard input, because every user can read arguments.
        guard case .printed = await run(["store", "--label=Tusk: \(name)"] + names(name), secret) else { return false }
        // A locked or broken service may accept what it cannot return.
        return await lookUp(name) == secret
      },
      forget: { name in _ = await run(["clear"] + names(name), "") })
  }

  private static func hasBus(_ environment: ProcessEnvironment) -> Bool {
    if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { return true }
    return environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", W_OK) == 0 } ?? false
  }
}

extension Failure {
  fileprivate static func noProgram(_ name: String) -> Failure {
    Failure(.unauthorized, "cannot get a token: program '\(name)' not found")
  }

  fileprivate static func nothingPrinted(_ name: String) -> Failure {
    Failure(.unauthorized, "'\(name)' printed no token on its first line")
  }

  fileprivate static func commandFailed(_ name: String, _ reason: String) -> Failure {
    Failure(.unauthorized, "cannot get a token from '\(name)': \(reason)")
  }
}
