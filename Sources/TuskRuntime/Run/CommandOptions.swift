import TuskCommon
package import TuskLanguage
import XCallbackURL

/// The options that every command takes beside its own parameters, such as `--json` and `timeout=30s`.
package struct CommandOptions: Sendable, Hashable {
  /// Whether results are JSON.
  package var json: Bool
  /// Whether results are references that can be used as input again.
  package var ids: Bool
  /// Whether every question but the duplicate-post check is answered with yes.
  package var yes: Bool
  /// How long the command may take.
  package var timeout: Duration?
  /// How long requests may wait for the server's rate limit.
  package var maxWait: Duration?
  /// The account that acts, as `@user@host`.
  package var account: String?
  /// Whether every page of a list is read.
  package var all: Bool
  /// How many items of a list are read at most.
  package var limit: Int?

  package init(json: Bool = false, ids: Bool = false, yes: Bool = false) {
    self.json = json
    self.ids = ids
    self.yes = yes
    all = false
  }

  /// The options of a resolved command.
  ///
  /// - Throws: ``Diagnostic`` for a timeout of zero.
  package init(_ invocation: Invocation) throws(Diagnostic) {
    // Actions are asked for JSON by their URLs; other apps have no such parameter.
    let isCall = invocation.signature.app != nil
    let wantsJSON = CallbackURL.Pair("json", "true")
    json = isCall ? invocation.isSet("json") : invocation.urls.first?.pairs.contains(wantsJSON) ?? false
    ids = invocation.isSet("ids")
    yes = invocation.isSet("yes")
    all = invocation.isSet("all")
    timeout = invocation.duration("timeout")
    maxWait = invocation.duration("max-wait")
    account = invocation.option("as").map { "@\($0.value)" }
    limit = invocation.option("limit").flatMap { Int($0.value) }
    if timeout == .zero, let option = invocation.option("timeout") {
      throw .notPositive("'timeout'", option.span, exitCode: option.isLiteral ? .usage : .data)
    }
  }
}

extension Invocation {
  fileprivate func isSet(_ name: String) -> Bool { option(name)?.value == "true" }

  fileprivate func duration(_ name: String) -> Duration? {
    option(name).flatMap { Duration(written: $0.value) }
  }
}
