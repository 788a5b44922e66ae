/// The parts of the version in an instance document, such as `4.2.1 (compatible; Iceshrimp.NET/2024.1-beta2)`.
struct VersionLine: Sendable, Hashable {
  /// The part before the parenthesis: the Mastodon version that the server has or claims to be compatible with.
  let claimed: String
  /// The name of the software in the parenthesis.
  let software: String?
  /// The version of the software in the parenthesis.
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

  /// The version of the server's own software.
  var ownVersion: String { software == nil ? claimed : softwareVersion ?? "" }
}
