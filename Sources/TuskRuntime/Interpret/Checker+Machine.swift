import Glibc
package import TuskLanguage
import XCallbackURL

extension Checker {
  /// A checker that knows the time zones of this machine.
  package static func onThisMachine(resolver: Resolver, arguments: [String]? = nil, mode: Mode = .script) -> Checker {
    var checker = Checker(resolver: resolver, arguments: arguments, mode: mode)
    checker.zoneFault = { name in
      do throws(Failure) {
        _ = try TimeZoneRules(named: name)
        return nil
      } catch {
        return error.message
      }
    }
    checker.isProgram = { name in
      let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
      return folders.contains { $0.hasPrefix("/") && access("\($0)/\(name)", X_OK) == 0 }
    }
    return checker
  }
}
