import JSONValue
import Testing
import TuskActions
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// What tests of rendering share: answers to render, and a look at what became of them.
enum Rendering {
  /// The answer of an action of this name.
  static func result(
    _ action: String, _ data: JSON.Object = [:], items: [JSON.Object]? = nil, item: JSON.Object? = nil,
    asked: [CallbackURL.Pair] = []
  ) throws -> ActionResult {
    let signature = try #require(Shell.catalog.signature(action: action))
    var object = data
    if let item { object["item"] = .object(item) }
    if let items { object["items"] = .array(items.map(JSON.object)) }
    return ActionResult(
      signature, CallbackURL(scheme: "tusker", action: action, pairs: asked), .success(json: .object(object)))
  }

  /// Whether nothing but lines and tabs is in the text that a terminal would act on.
  static func isInert(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: true
      case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: false
      default: true
      }
    }
  }
}

extension Session {
  /// A session whose files are in this folder, with nobody to ask and nobody to read what it shows.
  static func ofTest(home: String, variables: [String: String] = [:]) -> Session {
    let streams = StandardStreams(output: -1, errors: -1)
    let sandbox = SandboxServer(folder: home + "/sandbox", program: home + "/none/tusk-sandbox")
    let environment = ProcessEnvironment(variables: variables.merging(["HOME": home]) { $1 })
    return Session(
      accounts: AccountChoice(environment: environment, sandbox: sandbox),
      permissions: Permissions(path: home + "/permissions.json", now: { 0 }),
      journal: LocalJournal(path: home + "/journal.db", now: { 0 }),
      display: Display(
        streams: streams, terminal: Terminal(terminals: [], environment: { _ in nil }), wantsJSON: false),
      consentPrompt: ConsentPrompt(terminal: nil))
  }
}

extension AccountStore {
  /// Signs an account of a server on this machine in.
  static func signIn(_ name: String, at server: LoopbackServer, home: String) async throws {
    let account = try ActingAccount(label: nil, server: "http://127.0.0.1:\(server.port)", token: "t")
    try await AccountStore(path: home + "/.config/tusk/accounts.json").add(name: name, account: account, token: "t")
  }
}
