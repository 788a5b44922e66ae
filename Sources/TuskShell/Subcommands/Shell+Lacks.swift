import TuskActions
package import TuskCommon
package import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Warns of each line that needs what a server lacks.
  ///
  /// - Parameter name: the server's address, the name of one of its signed-in accounts, or the name of its software,
  ///   which means the current version.
  /// - Returns: success if the server lacks nothing.
  package func checkServer(_ name: String, for program: ParsedSource) -> ExitCode {
    let asking = Blocking.run { [self] () async -> Result<[Diagnostic], Failure> in
      do throws(Failure) {
        let server = try await server(named: name)
        // An address that answers nothing is an error rather than a server that lacks nothing.
        do throws(Failure) { _ = try await server.softwareTitle() } catch { throw error.orUnknownSoftware(name) }
        return .success(await lacks(of: server, for: program))
      } catch {
        return .failure(error)
      }
    }
    switch asking {
    case .failure(let failure): return reporter(isScript: true).report(failure)
    case .success(let warnings):
      for warning in warnings { reporter(isScript: true).report(warning, in: warning.source ?? program.source) }
      return warnings.isEmpty ? .success : .partial
    }
  }

  private func server(named name: String) async throws(Failure) -> Server {
    if let server = Server(assuming: name) { return server }
    guard name.hasPrefix("@") else { return try Server(at: name, userAgent: Version.userAgent) }
    return Server(try await accounts.knownAccount(named: name), userAgent: Version.userAgent, memory: memory)
  }

  private func lacks(of server: Server, for program: ParsedSource) async -> [Diagnostic] {
    let uses = ActionUse.all(in: program, SourcedScripts(reading: program), Self.resolver())
    var warnings: [Diagnostic] = []
    for use in uses {
      for lack in await Self.lacks(for: use, of: server) {
        let warning = Diagnostic.lack(lack, of: use)
        // A command in a loop is used once for each word of its list.
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    return warnings
  }

  /// What a server lacks for a command.
  static func lacks(for use: ActionUse, of server: Server) async -> [ServerLack] {
    guard let action = Action.all.first(where: { $0.signature.action == use.signature.action }) else { return [] }
    return await server.lacks(for: use.pairs, of: action, sendsReads: false)
  }
}

extension Diagnostic {
  fileprivate static func lack(_ lack: ServerLack, of use: ActionUse) -> Diagnostic {
    .warning(.missingFeature, at: use.verb, "\(lack.reason) (\(lack.feature))").located(in: use.source)
  }
}

extension Failure {
  /// The same failure with the names of software, for a name that is more likely one of them than a server's.
  fileprivate func orUnknownSoftware(_ name: String) -> Failure {
    guard code == .network, !name.contains(where: { ".:@[/".contains($0) }) else { return self }
    return Failure(code, "\(message); software is one of: \(Shell.flavors.joined(separator: ", "))")
  }
}
