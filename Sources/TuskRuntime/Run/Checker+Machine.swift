package import TuskLanguage
import XCallbackURL

extension Checker {
  /// A reader of scripts that are to run on this machine, whose time zones it knows.
  package static func onThisMachine(resolver: Resolver, arguments: Int? = nil, mode: Mode = .script) -> Checker {
    var checker = Checker(resolver: resolver, arguments: arguments, mode: mode)
    checker.zoneFault = { name in
      do throws(Failure) {
        _ = try TimeZoneRules(named: name)
        return nil
      } catch {
        return error.message
      }
    }
    return checker
  }
}
