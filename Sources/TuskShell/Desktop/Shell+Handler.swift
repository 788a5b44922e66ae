import Glibc
import TuskActions
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Registers this program as the one that the desktop hands our URLs to.
  ///
  /// - Parameter isDryRun: whether it is only shown what would be written.
  package func installHandler(isDryRun: Bool) -> ExitCode {
    change(isDryRun: isDryRun) { handler throws(Failure) in try handler.installation() }
  }

  /// Takes the registration back.
  ///
  /// - Parameter isDryRun: whether it is only shown what would be written.
  package func uninstallHandler(isDryRun: Bool) -> ExitCode {
    change(isDryRun: isDryRun) { handler throws(Failure) in try handler.removal() }
  }

  /// Tells what the desktop does with our URLs; a failure where they would not reach this program.
  package func showHandler() -> ExitCode {
    do throws(Failure) {
      let handler = try handler()
      let program = try handler.registeredProgram()
      let registrations = try handler.registrations()
      streams.write("program\t\(program ?? "none")\n")
      for (type, entry) in registrations { streams.write("\(type)\t\(entry ?? "none")\n") }
      let isOurs = registrations.allSatisfy { $0.entry == URLHandler.entryName }
      guard isOurs, let program else { throw .notInstalled() }
      guard access(program, X_OK) == 0 else { throw .programIsGone(program) }
      return .success
    } catch {
      return reporter(isScript: false).report(error)
    }
  }

  private func handler() throws(Failure) -> URLHandler {
    guard let path = realpath("/proc/self/exe", nil) else { throw .noProgram() }
    defer { free(path) }
    return URLHandler(environment, program: String(cString: path))
  }

  private func change(
    isDryRun: Bool, _ changes: (URLHandler) throws(Failure) -> [URLHandler.Change]
  ) -> ExitCode {
    do throws(Failure) {
      let handler = try handler()
      let changes = try changes(handler)
      guard !isDryRun else {
        for change in changes { streams.write(change.shown) }
        return .success
      }
      for change in changes { try change.make() }
      refresh(handler.applications)
      for change in changes { streams.write("\(change.text == nil ? "removed" : "wrote") \(change.path)\n") }
      return .success
    } catch {
      return reporter(isScript: false).report(error)
    }
  }

  /// Browsers and portals read a cache of what the entries say; where there is no tool for it there is no cache.
  private func refresh(_ folder: String) {
    let refresher = ProgramChain([["update-desktop-database", folder]])
    _ = Blocking.run { try? await refresher.run(input: .nothing, output: .captured) }
  }
}

extension URLHandler.Change {
  fileprivate var shown: String {
    guard let text else { return "would remove \(path)\n" }
    return "would write \(path):\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  fileprivate func make() throws(Failure) {
    guard let text else {
      guard unlink(path) == 0 || errno == ENOENT else { throw .notRemoved(path) }
      return
    }
    try PrivateFile.makeFolder(of: path, mode: 0o755)
    let file = try OutputFile(path, .replacing)
    try file.write(Array(text.utf8)[...])
    try file.commit()
  }
}

extension Failure {
  fileprivate static func notInstalled() -> Failure {
    Failure(.badSettings, "the desktop does not bring these URLs here; register with: tusk handler install")
  }

  fileprivate static func programIsGone(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is registered and is no program any more; register again with: tusk handler install")
  }

  fileprivate static func noProgram() -> Failure {
    Failure(.badSettings, "the path of this program cannot be found")
  }

  fileprivate static func notRemoved(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) cannot be removed: \(String(cString: strerror(errno)))")
  }
}
