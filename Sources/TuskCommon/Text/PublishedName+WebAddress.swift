extension PublishedName {
  /// The web address at a place, for places in ascending order: what every server takes for one, so that it reads no name
  /// behind a `/` in it. Misskey ends an address at the first character other than these, GoToSocial begins one only
  /// behind a blank or `(`, and Pleroma knows only hosts with a dot, and no "..". Behind `#` or `:` it could be the end of
  /// a hashtag or an emoji.
  struct WebAddress {
    private var isOpen = false
    /// Where the host begins; `nil` behind the host.
    private var host: Int?
    private var isInParentheses = false

    /// - Parameter index: the place; the one before it was asked for last.
    mutating func reaches(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
      guard index > 0 else { return false }
      if scalars[index - 1] == "/", Self.begins(before: index, in: scalars) {
        (isOpen, host, isInParentheses) = (true, index, false)
      } else if isOpen {
        isOpen = goesOn(at: index - 1, in: scalars)
      }
      return isOpen && host == nil && !isInParentheses
    }

    /// A name within an address may be read, or defused, which ends the address.
    mutating func end() { isOpen = false }

    private mutating func goesOn(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
      if let host {
        guard "/?#".unicodeScalars.contains(scalars[index]) else { return Self.isPart(scalars[index]) }
        self.host = nil
        return Self.isHost(scalars[host..<index])
      }
      switch scalars[index] {
      case "(", ")":
        isInParentheses.toggle()
        return isInParentheses == (scalars[index] == "(")
      case ".": return scalars[index - 1] != "."
      default: return Self.isPart(scalars[index])
      }
    }

    private static func isHost(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
      let labels = name.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
      return labels.count > 1
        && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { isLetterOrDigit($0) || $0 == "-" || $0 == "_" } }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
      isLetterOrDigit(scalar) || ".,_/:%#@$&?!~=+-".unicodeScalars.contains(scalar)
    }

    private static func begins(before index: Int, in scalars: [Unicode.Scalar]) -> Bool {
      ["https://", "http://"].contains { scheme in
        let start = index - scheme.unicodeScalars.count
        guard start >= 0, scalars[start..<index].elementsEqual(scheme.unicodeScalars) else { return false }
        return start == 0 || " \t\r\n(".unicodeScalars.contains(scalars[start - 1])
      }
    }
  }
}
