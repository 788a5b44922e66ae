/// A file's name made of a URL, whatever a server put into it.
package enum FileName {
  /// The last part of the URL's path, with nothing that could lead elsewhere, hide the file or surprise a shell.
  package static func of(_ url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last ?? ""
    let kept = last.unicodeScalars.map { isPlain($0) ? Character($0) : "_" }
    let name = String(kept.suffix(longest).drop { $0 == "." || $0 == "-" || $0 == "_" })
    return name.isEmpty ? "file" : name
  }

  private static let longest = 120

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", ".", "-", "_": true
    default: false
    }
  }
}
