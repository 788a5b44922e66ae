/// The version that a server gives in its description of itself, taken apart:
/// `4.2.1 (compatible; Iceshrimp.NET/2024.1-beta2)`.
struct VersionLine: Sendable, Hashable {
  /// What stands before the parenthesis: the version of Mastodon that it claims to be, or is.
  let claimed: String
  /// The software's name from inside the parenthesis.
  let software: String?
  /// The software's version from inside the parenthesis.
  let softwareVersion: String?

  init(_ text: String) {
    let line = text.trimmedOfBlanks
    guard let mark = line.firstRange(of: "(compatible;") else {
      claimed = line
      software = nil
      softwareVersion = nil
      return
    }
    claimed = String(line[..<mark.lowerBound]).trimmedOfBlanks
    let inside = String(line[mark.upperBound...].prefix { $0 != ")" }).trimmedOfBlanks
    let name = inside.prefix { $0 != " " && $0 != "/" }
    let version = String(inside[name.endIndex...].dropFirst()).trimmedOfBlanks
    software = name.isEmpty ? nil : String(name)
    softwareVersion = version.isEmpty ? nil : version
  }

  /// The version of the software itself.
  var ownVersion: String { software == nil ? claimed : softwareVersion ?? "" }
}
