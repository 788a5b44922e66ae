import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Shows what correct statements would do; nothing is sent.
  func explain(_ statements: [CheckedStatement]) {
    let commands = statements.flatMap { checked in
      LineCommand.all(in: [checked.statement], checked.resolutions, Self.resolver())
    }
    var parts = commands.map { Self.explanation(of: $0) }
    if commands.isEmpty { parts.append("the line has no command of Tusk\n") }
    let sends = commands.contains { !Catalog.isOwn($0.signature) && $0.signature.app == nil }
    if sends { parts.append(Self.row("budget", budget)) }
    streams.write(parts.joined(separator: "\n"))
  }

  /// What a command would do, in rows.
  static func explanation(of command: LineCommand) -> String {
    let signature = command.signature
    var rows = [row("verb", "\(command.verb): \(signature.summary)")]
    if !command.subjects.isEmpty {
      let kind = signature.subject.map { " (\($0.kind.rawValue))" } ?? ""
      rows.append(row("subject", command.subjects.joined(separator: " ") + kind))
    }
    if !command.settings.isEmpty { rows.append(row("values", command.settings.joined(separator: " "))) }
    rows += command.urls.map { row("URL", $0.description) }
    guard !Catalog.isOwn(signature) else { return (rows + [row("effect", ownEffect(of: signature))]).joined() }
    if command.urls.isEmpty { rows.append(row("URL", "known when the line runs")) }
    rows.append(row("effect", effect(of: command)))
    if signature.app == nil { rows.append(row("requests", requests(of: command))) }
    return rows.joined()
  }

  private static func row(_ title: String, _ text: String) -> String {
    "\(title.padded(toCells: 10))\(TerminalText.field(SecretText.masked(text)))\n"
  }

  private static func ownEffect(of signature: Signature) -> String {
    Catalog.isPure(signature) ? "computes a value; sends nothing" : "a verb of the language, which has no URL"
  }

  /// What a command changes, whether that can be undone, and whether Tusk asks first.
  private static func effect(of command: LineCommand) -> String {
    switch command.signature.effect(of: command.urls.first?.parameters ?? []) {
    case .read: return "reads; changes nothing"
    case .present: return "reads and shows the result; changes nothing"
    case .file: return "writes a file on this machine"
    case .reversible(let action):
      let opposite = action.flatMap { catalog.signature(action: $0)?.preferredVerb }
      return "changes your account; " + (opposite.map { "'\($0)' undoes it" } ?? "no other verb undoes it")
    case .destructive: return "cannot be undone; outside the sandbox, asks first unless --yes is given"
    case .mass: return "changes many things at once; outside the sandbox, asks first unless --yes is given"
    }
  }

  private static func requests(of command: LineCommand) -> String {
    if command.isForEachRow { return "at least one for each row" }
    guard command.signature.items == nil else { return "at least one, and one more for each further page" }
    let count = max(command.urls.count, 1)
    return "at least \(count)"
  }

  /// What is left of the rate limit with the fewest requests left, as it is remembered.
  private var budget: String {
    // The sandbox is not started for this.
    if (try? accounts.isSandbox()) ?? false { return "the sandbox remembers no rate limits" }
    do throws(Failure) {
      guard let tightest = try tightestRate() else { return "no rate limit is remembered" }
      let end = LocalTime.text(tightest.end)
      guard let left = tightest.left, let limit = tightest.limit else {
        return "\(tightest.title): refused until \(end)"
      }
      return "\(tightest.title): \(left) of \(limit) left until \(end)"
    } catch {
      return "not known: \(error.message)"
    }
  }

  /// The rate limit with the fewest requests left, as it is remembered; `nil` if none is.
  private func tightestRate() throws(Failure) -> ServerMemory.RateCount? {
    let account = try account(named: nil)
    let rates = try value { [memory] () async throws(Failure) in try await memory.rates(of: account) }
    return rates.min { ($0.left ?? 0) < ($1.left ?? 0) }
  }

  /// What is left of a rate limit, for the prompt, where that is little; `nil` in the sandbox, and with a journal that
  /// several machines share, which would have to be asked for each line.
  var scarceBudget: String? {
    guard etcd == nil, (try? accounts.isSandbox()) == false, accounts.chosenAccount != nil,
      let tightest = try? tightestRate(), tightest.end > WallClock.system.now()
    else { return nil }
    guard let left = tightest.left, let limit = tightest.limit else { return "‹\(tightest.title): refused›" }
    return left * 5 <= limit ? "‹\(tightest.title): \(left)/\(limit) left›" : nil
  }
}

extension ServerMemory.RateCount {
  /// How many requests are left; `nil` if only a refusal is known.
  fileprivate var left: Int? {
    guard let used, let limit else { return nil }
    return max(limit - used, 0)
  }
}
