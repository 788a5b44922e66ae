import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Shell {
  /// What a script states; refuses a plan that was made for another account.
  func header(of source: Source) -> Result<ScriptHeader, ExitCode> {
    let header: ScriptHeader
    do throws(Diagnostic) { header = try ScriptHeader(of: source) } catch {
      reporter(isScript: true).report(error, in: source)
      return .failure(error.exitCode)
    }
    guard let plan = header.plan else { return .success(header) }
    do throws(Failure) {
      let account = try planAccount()
      guard plan.account != account else { return .success(header) }
      let reason = "the plan was made as \(plan.account), but commands act as \(account)"
      return .failure(reporter(isScript: true).report("\(reason); \(try way(to: plan.account))", .usage))
    } catch {
      return .failure(reporter(isScript: true).report(error))
    }
  }

  /// Prints the first line of a plan in a rehearsal.
  ///
  /// - Throws: ``Failure`` if the account that the plan would be for is unknown.
  func beginPlan(of run: Run) throws(Failure) {
    guard options.rehearses else { return }
    let account = try planAccount()
    guard let plan = ScriptHeader.Plan(of: run.statedName ?? run.journalName, as: account) else {
      throw .unwritable(account)
    }
    streams.write(plan.line + "\n")
  }

  /// The account in the first line of a plan: its full name, because a server has many accounts, or the sandbox, which a
  /// rehearsal does not start.
  private func planAccount() throws(Failure) -> String {
    try accounts.isSandbox() ? AccountChoice.sandboxLabel : name(of: account())
  }

  /// What to do so that commands act as the account of a plan.
  private func way(to name: String) throws(Failure) -> String {
    let variables = ["TUSK_SERVER", "TUSK_TOKEN", "TUSK_TOKEN_COMMAND"].filter { environment[$0] != nil }
    let unset = variables.isEmpty ? [] : ["unset \(variables.joined(separator: " "))"]
    let (entries, current) = try accounts.store.accounts()
    let steps: [String]
    if name == AccountChoice.sandboxLabel {
      steps = unset + entries.map { "tusk logout \($0.name)" }
    } else if let entry = entries.named(name) {
      steps = unset + (entry.name == current ? [] : ["tusk use \(name)"])
    } else if name.hasPrefix("@"), let server = name.split(separator: "@").last {
      steps = unset + ["tusk login \(server)"]
    } else {
      return "make it again: tusk --rehearse SCRIPT > PLAN"
    }
    return "to switch: \(steps.joined(separator: "; "))"
  }
}

extension Failure {
  fileprivate static func unwritable(_ account: String) -> Failure {
    Failure(.badSettings, "a plan cannot name the account '\(account)'; sign out and in again: tusk logout; tusk login")
  }
}
