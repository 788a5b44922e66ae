/// Where callbacks may go: an allow-list, because a list of everything dangerous could never be complete.
///
/// A callback is allowed if its scheme is on the list, or if its host is `x-callback-url`, which marks a program that
/// expects callbacks. Schemes that run code, read files or leak credentials are refused even then, and so are web URLs
/// and callbacks that would make this program act again.
public struct CallbackPolicy: Sendable, Hashable {
  /// Schemes that are allowed with any host, in lower case.
  public var allowedSchemes: Set<String>
  /// Whether every app is allowed, with any host or none (`me:cb`), apart from the schemes that are refused even then;
  /// for a receiver whose actions reveal nothing, or that asks a person.
  public var allowsEveryApp = false
  /// The schemes of this program, in lower case; a callback to them may only answer a call.
  public private(set) var ownSchemes = CallbackURL.ownSchemes

  /// Creates a policy that allows these schemes, and every scheme with the host `x-callback-url`.
  public init(allowing schemes: some Sequence<String> = Self.knownApps) {
    allowedSchemes = Set(schemes.map { $0.lowercased() })
  }

  /// The same policy for a program that also has this scheme.
  public func protecting(_ scheme: String) -> CallbackPolicy {
    var policy = self
    policy.ownSchemes.insert(scheme.lowercased())
    return policy
  }

  /// Schemes of applications that publish a callback interface.
  public static let knownApps: [String] = [
    "bear", "drafts", "drafts4", "drafts5", "fantastical", "fantastical2", "googlechrome-x-callback", "hook", "joplin",
    "noteplan", "obsidian", "omnifocus", "scriptable", "shortcuts", "source-app", "things", "ulysses",
    "working-copy",
  ]

  /// Schemes that are never allowed, because opening them runs, reads or sends something.
  private static let dangerous: Set<String> = [
    "about", "admin", "afp", "applescript", "appstream", "apt", "blob", "callto", "chrome", "chrome-extension", "cifs",
    "data", "dav", "davs", "ed2k", "facetime", "feed", "file", "filesystem", "ftp", "ftps", "ghelp", "http", "https",
    "info", "itms-services", "jar", "javascript", "jnlp", "jnlps", "ldap", "ldaps", "magnet", "mailto", "man", "mhtml",
    "microsoft-edge", "mms", "mmsto", "nfs", "rdp", "search", "search-ms", "sftp", "shell", "sip", "sips", "smb", "sms",
    "smsto", "snap", "ssh", "tel", "telnet", "vbscript", "view-source", "vnc", "webcal", "webcals", "ws", "wss",
    "x-man-page",
  ]

  /// Whether URLs of this scheme are never opened: neither callbacks, nor calls of other apps.
  package static func isDangerous(_ scheme: String) -> Bool {
    let scheme = scheme.lowercased()
    return dangerous.contains(scheme) || scheme.hasPrefix("ms-") || scheme.hasSuffix("+ssh")
  }

  /// Checks the URL of a callback parameter.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refusedCallback`` and a message that names the reason.
  public func target(_ text: String, of name: String) throws(Failure) -> CallbackURL {
    guard let first = text.utf8.first else { throw .refused(name, because: "it is empty") }
    guard first != UInt8(ascii: "-"), first != UInt8(ascii: " ") else {
      throw .refused(name, because: "a URL does not start with '\(Character(Unicode.Scalar(first)))'")
    }
    let url: CallbackURL
    do {
      url = try CallbackURL(parsing: text, mode: .lenient)
    } catch {
      throw .refused(name, because: error.message)
    }
    try check(url, of: name)
    return url
  }

  private func check(_ url: CallbackURL, of name: String) throws(Failure) {
    if Self.isDangerous(url.scheme) {
      throw .refused(name, because: "callbacks are never sent to '\(url.scheme):'")
    }
    if ownSchemes.contains(url.scheme) {
      guard url.isCallbackAddress else {
        throw .refused(name, because: "a callback may not start another action")
      }
      return
    }
    guard !url.hasUserInformation else { throw .refused(name, because: "it has user information") }
    guard allowsEveryApp || url.host == CallbackURL.xCallbackHost || allowedSchemes.contains(url.scheme) else {
      throw .refused(name, because: "'\(url.scheme):' is not among the allowed schemes")
    }
  }
}

extension CallbackURL {
  /// Whether this is the address of a callback to a call: `callback`, a token and an outcome.
  var isCallbackAddress: Bool {
    let segments = segments
    guard host == Self.xCallbackHost, segments.count == 3, segments[0] == "callback" else { return false }
    return segments[1].utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
    }
      && ["success", "error", "cancel"].contains(segments[2])
  }
}

extension Failure {
  fileprivate static func refused(_ name: String, because reason: String) -> Failure {
    Failure(.refusedCallback, "\(name) is refused: \(reason)")
  }
}
