/// Makes a safe file name from a URL, which a server may have chosen.
package enum FileName {
  /// The last component of the URL's path, without characters that could leave the folder, hide the file or have a
  /// meaning in a shell.
  package static func of(_ url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last ?? ""
    let kept = last.unicodeScalars.map { isPlain($0) ? Character($0) : "_" }
    let name = String(kept.suffix(longest).drop { $0 == "." || $0 == "-" || $0 == "_" })
    return name.isEmpty ? "file" : name
  }

  /// The name with a mark before its extension.
  static func marked(_ name: String, _ mark: some StringProtocol) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)-\(mark)" }
    return "\(name[..<dot])-\(mark)\(name[dot...])"
  }

  private static let longest = 120

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", ".", "-", "_": true
    default: false
    }
  }
}
