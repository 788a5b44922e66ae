import Fediverse
import XCallbackURL

extension Action {
  /// The actions on the access, the data and the requests of your account.
  package static let settings: [Action] = accesses + requests + annualReports + push

  private static let accesses: [Action] = [
    Action(
      "getTokens", verbs: ["tokens"], "Lists the programs that have access to your account.", example: "tokens",
      effect: .read, needs: .tokens, takes: Argument.query(),
      returns: .list("tokens", .token, "the identifiers, separated by commas", id: \.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.tokens.all, query) { token, _ in token }
    },
    Action(
      "getToken", verbs: ["get token"], "Returns a program's access to your account.",
      example: "get token:01J8XZ4T9QK7", effect: .read, needs: .tokens,
      takes: Argument.subject("tokenID", synonym: "token", of: .token, "the identifier of the access"),
      returns: .record(RecordOf.token)
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.tokens.token(id), about: "token:\(id)")
    },
    Action(
      "revokeToken", verbs: ["revoke"], "Takes back a program's access to your account.",
      example: "revoke token:01J8XZ4T9QK7 --yes", effect: .destructive, done: "revoked {subject}", needs: .tokens,
      takes: Argument.subject("tokenID", synonym: "token", of: .token, "the identifier of the access"),
      returns: .record(RecordOf.token), isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.tokens.invalidate(id), about: "token:\(id)")
    },
    Action(
      "export", verbs: ["export"], "Writes a list of your account to a CSV file, in the format that servers import.",
      example: "export following to=file:following.csv", effect: .file, takes: Argument.exportedList,
      Argument.file("to", place: .named, "the file"), Argument.flag("replace", "replace a file that exists"),
      returns: .record(RecordOf.exportedFile)
    ) { server, kind, path, replaces throws(Failure) in
      try await server.export(kind, to: path, replacing: replaces)
    },
    Action(
      "import", verbs: ["import"],
      "Imports a list of your account from a CSV file, such as one that a server exported: first shows what it changes, "
        + "then changes what is not as in the file.",
      example: "import following from=file:following.csv --yes", effect: .mass,
      done: "imported {kind} ({rows} in the file)[, {done} changed][, {removed} removed][, {failed} failed]",
      takes: Argument.importedList, Argument.file("from", place: .named, "the file"),
      Argument.flag("replace", "also remove from the list what the file lacks"),
      Argument.flag("ignore-columns", "leave out columns that the list does not have"),
      returns: .record(RecordOf.importedList),
      shows: { server, list, path, replaces, ignores throws(Failure) in
        try await server.importPlan(for: list, from: path, replacing: replaces, ignoringColumns: ignores).description
      }
    ) { server, list, path, replaces, ignores throws(Failure) in
      try await server.importList(list, from: path, replacing: replaces, ignoringColumns: ignores)
    },
    Action(
      "getExportStats", verbs: ["export stats"], "Returns how much of each kind could be exported.",
      example: "export stats", effect: .read, needs: .exports, returns: .record(RecordOf.exportStats)
    ) { server throws(Failure) in
      try await server.attempt(await server.client.exports.stats())
    },
  ]
}

extension Argument where Value == PortableList {
  fileprivate static var exportedList: Argument { list(PortableList.allCases, "what to export") }
  fileprivate static var importedList: Argument {
    list(PortableList.allCases.filter { $0 != .followers }, "what to import")
  }

  private static func list(_ lists: [PortableList], _ summary: String) -> Argument {
    let choices = Choices(
      lists.map(\.rawValue),
      meanings: Dictionary(uniqueKeysWithValues: lists.map { ($0.rawValue, $0.meaning) }))
    return Argument([Parameter("kind", .choice(choices), place: .operand, isRequired: true, summary)]) {
      inputs throws(Failure) in
      guard let text = try inputs.text("kind") else { throw inputs.absence(of: "kind") }
      guard let list = PortableList(rawValue: text), lists.contains(list) else {
        throw inputs.refusal(of: "kind", text, notIn: lists.map(\.rawValue))
      }
      return list
    }
  }
}

extension PortableList {
  fileprivate var meaning: String {
    switch self {
    case .following: "accounts that you follow"
    case .followers: "accounts that follow you"
    case .lists: "your lists and their members"
    case .blocks: "accounts that you block"
    case .mutes: "accounts that you mute"
    case .bookmarks: "statuses that you bookmarked"
    case .domainBlocks: "servers that you block"
    }
  }
}

extension RecordOf where Value == TokenInfo {
  /// An access of a program to your account.
  static let token = RecordOf(
    "token", kind: .token, spelling: "application",
    Shape(
      .id(.token, value: \.id),
      .text("application", "the program that has it", isOptional: true) { $0.application?.name },
      .texts("scopes", "what it may do", value: \.scopes),
      .time("created", "when it was granted", value: \.createdAt),
      .time("used", "when it was last used", value: \.lastUsed)))
}
