import TuskCommon
package import TuskLanguage
import XCallbackURL

/// The options that every command takes beside its own parameters, such as `--json` and `timeout=30s`.
package struct CommandOptions: Sendable, Hashable {
  /// Whether results are JSON.
  package var json: Bool
  /// Whether results are references, such as `status:123`.
  package var ids: Bool
  /// Whether results are CSV.
  package var csv = false
  /// Whether results are CSV without texts that a spreadsheet would run.
  package var csvSafe = false
  /// The fields to print; `nil` for those that the record has for people.
  package var columns: [FieldPath]?
  /// What to print for each record in place of its fields.
  package var template: RecordTemplate?
  /// The form of records for people.
  package var view = View.reading
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

  /// The form of records for people.
  package enum View: Sendable, Hashable {
    /// As people like to read them; tables and cards where there is no such form.
    case reading
    /// One line for each record.
    case table
    /// One line for each field.
    case cards
  }

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
    csv = invocation.isSet("csv")
    csvSafe = invocation.isSet("csv-safe")
    columns = invocation.columns
    template = invocation.option("template").flatMap { RecordTemplate($0.value) }
    view = invocation.isSet("table") ? .table : invocation.isSet("cards") ? .cards : .reading
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
  /// The fields of all its lists of columns; the check has refused lists that are none.
  fileprivate var columns: [FieldPath]? {
    let lists = options.filter { $0.name == "columns" }
    return lists.isEmpty ? nil : lists.flatMap { FieldPath.all(in: $0.value) ?? [] }
  }

  fileprivate func isSet(_ name: String) -> Bool { option(name)?.value == "true" }

  fileprivate func duration(_ name: String) -> Duration? {
    option(name).flatMap { Duration(written: $0.value) }
  }
}
