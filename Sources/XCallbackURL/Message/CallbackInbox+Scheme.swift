#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CallbackInbox {
  /// The scheme of this program: the first that its bundle declares, and without one the name of the program.
  public static var programScheme: String {
    bundleScheme ?? scheme(ofProgram: CommandLine.arguments.first ?? "")
  }

  private static var bundleScheme: String? {
    #if canImport(Darwin)
      let types = Bundle.main.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]]
      return (types?.first?["CFBundleURLSchemes"] as? [String])?.first
    #else
      return nil
    #endif
  }

  /// The characters of a program's name that a scheme may have; `app` if there are none.
  static func scheme(ofProgram path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let scheme = name.lowercased().filter { CallbackURL.isScheme("a\($0)") }.drop { !CallbackURL.isScheme("\($0)") }
    return scheme.isEmpty ? "app" : String(scheme)
  }
}
