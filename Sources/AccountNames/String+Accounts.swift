extension String {
  /// Whether this text and another one name the same account. As on servers, case is ignored, and a host may be written
  /// with Unicode or in Punycode.
  package func isSameAccount(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) || accountName.utf8.elementsEqual(other.accountName.utf8)
  }

  /// The one form of the name of an account: in lower case, with its host in Punycode.
  package var accountName: String {
    let name = lowercased()
    guard let at = name.lastIndex(of: "@"), at > name.startIndex else { return name }
    let parts = name[name.index(after: at)...].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = HostName(String(parts[0])) else { return name }
    return name[...at] + ([host.text] + parts.dropFirst().map(String.init)).joined(separator: ":")
  }
}

extension StringProtocol {
  /// Whether this is a user name as servers give them: ASCII letters, digits, `_`, `.` and `-`.
  package var isUserName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyz0123456789_.-".utf8.contains((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
  }
}
