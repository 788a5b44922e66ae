import Glibc
import TuskActions
package import TuskCommon
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Registers this program with the desktop as the handler of Tusk's URLs.
  ///
  /// - Parameter isDryRun: whether to only show what would be written.
  package func installHandler(isDryRun: Bool) -> ExitCode {
    change(isDryRun: isDryRun) { handler throws(Failure) in try handler.installation() }
  }

  /// Removes the registration.
  ///
  /// - Parameter isDryRun: whether to only show what would be written.
  package func uninstallHandler(isDryRun: Bool) -> ExitCode {
    change(isDryRun: isDryRun) { handler throws(Failure) in try handler.removal() }
  }

  /// Shows which program handles Tusk's URLs; fails if it is not this one.
  package func showHandler() -> ExitCode {
    do throws(Failure) {
      let handler = try handler()
      let program = try handler.registeredProgram()
      let registrations = try handler.registrations()
      streams.write("program\t\(program ?? "none")\n")
      for (type, entry) in registrations { streams.write("\(type)\t\(entry ?? "none")\n") }
      guard try handler.isRegistered(), let program else { throw .notInstalled() }
      guard access(program, X_OK) == 0 else { throw .programIsGone(program) }
      return .success
    } catch {
      return reporter(isScript: false).report(error)
    }
  }

  private func handler() throws(Failure) -> SchemeHandler {
    guard let path = realpath("/proc/self/exe", nil) else { throw .noProgram() }
    defer { free(path) }
    return SchemeHandler(environment, program: String(cString: path))
  }

  private func change(
    isDryRun: Bool, _ changes: (SchemeHandler) throws(Failure) -> [SchemeHandler.Change]
  ) -> ExitCode {
    do throws(Failure) {
      let handler = try handler()
      let changes = try changes(handler)
      guard !isDryRun else {
        for change in changes { streams.write(change.shown) }
        return .success
      }
      for change in changes { try change.make() }
      Blocking.run { await handler.refreshCache() }
      for change in changes { streams.write("\(change.text == nil ? "removed" : "wrote") \(change.path)\n") }
      return .success
    } catch {
      return reporter(isScript: false).report(error)
    }
  }
}

extension SchemeHandler.Change {
  fileprivate var shown: String {
    guard let text else { return "would remove \(path)\n" }
    return "would write \(path):\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}

extension Failure {
  fileprivate static func notInstalled() -> Failure {
    Failure(.badSettings, "the desktop does not open these URLs with tusk; register it with: tusk handler install")
  }

  fileprivate static func programIsGone(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is registered but no longer exists; register again with: tusk handler install")
  }

  fileprivate static func noProgram() -> Failure {
    Failure(.badSettings, "cannot determine the path of this program")
  }
}
