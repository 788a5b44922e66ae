import Testing

@testable import XCallbackURL

/// Where answers may go.
struct CallbackPolicyTests {
  private func refusal(
    _ target: String, _ policy: CallbackPolicy = CallbackPolicy(), of name: String = "x-success"
  ) -> Failure? {
    do throws(Failure) {
      _ = try policy.target(target, of: name)
      return nil
    } catch {
      return error
    }
  }

  /// Each refusal says which callback it is about and why.
  @Test(arguments: [
    ("", "it is empty"), ("-a:b", "a URL does not start with '-'"), (" a:b", "a URL does not start with ' '"),
    ("done", "a URL starts with a scheme and ':'"), ("/x", "a URL starts with a scheme and ':'"),
    ("bear://a\u{7}", "a control character must be escaped with %"), ("bear://a?b=%00", "%00 is not text"),
    ("bear://x-callback-url:1/a", "an x-callback URL has no port"), ("bear://u@h/", "it has user information"),
    ("foo://x-callback-url@h/", "it has user information"),
    ("bear://u@x-callback-url/", "an x-callback URL has no user information"),
    ("javascript:1", "callbacks are never sent to 'javascript:'"),
    ("MS-Word:ofe", "callbacks are never sent to 'ms-word:'"),
    ("foo://bar", "'foo:' is not among the allowed schemes"),
    ("foo:x-callback-url", "'foo:' is not among the allowed schemes"),
    ("foo:///x-callback-url/", "'foo:' is not among the allowed schemes"),
    ("tusk://x-callback-url/favoriteStatus?statusID=1", "a callback may not start another action"),
    ("tusker://x-callback-url/callbacks/1", "a callback may not start another action"),
    ("TUSK://callback/1", "a callback may not start another action"),
    ("tusk://x-callback-url//callback/1", "a callback may not start another action"),
    ("tusk://x-callback-url/callback%2F1", "a callback may not start another action"),
  ])
  func aRefusalNamesItsReason(target: String, reason: String) {
    for name in ["x-success", "x-error", "x-cancel"] {
      #expect(refusal(target, of: name) == Failure(.refusedCallback, "\(name) is refused: \(reason)"))
    }
  }

  /// Schemes that stay refused when a person allows them and when their host is the right one.
  @Test(arguments: [
    "about", "afp", "applescript", "blob", "chrome", "data", "file", "ftp", "ftps", "http", "https", "itms-services",
    "jar",
    "javascript", "ldap", "mailto", "mhtml", "ms-msdt", "ms-settings", "nfs", "search", "search-ms", "sftp", "shell",
    "sms",
    "smb", "ssh", "tel", "telnet", "vbscript", "view-source", "vnc", "webcal", "ws", "wss", "x-man-page",
    "smsto", "jnlp", "magnet", "man", "apt", "snap", "ed2k",
  ])
  func noListAllowsADangerousScheme(scheme: String) {
    let policy = CallbackPolicy(allowing: [scheme])
    for spelled in [scheme, scheme.uppercased()] {
      for rest in [":x", "://x-callback-url/a", "://h/a", ":", ":///x"] {
        #expect(refusal(spelled + rest, policy)?.message.contains("never sent to '\(scheme):'") == true)
      }
    }
  }

  @Test(
    arguments: [
      ("bear:x", nil), ("BEAR://h", nil), ("shortcuts://run-shortcut?name=x", nil), ("any://x-callback-url", nil),
      ("any://X-Callback-URL/a?b=c#d", nil), ("any://x%2Dcallback-url/", nil), ("things:///add", nil),
      ("app://x-callback-url/a b", nil), ("tusker://x-callback-url/callback/1/success", nil), ("mine:x", ["mine"]),
      ("mine:x", ["MINE"]), ("web+mine:x", ["web+Mine"]),
    ] as [(String, [String]?)])
  func whatIsAllowedComesBackAsItWas(target: String, schemes: [String]?) throws {
    let policy = schemes.map { CallbackPolicy(allowing: $0) } ?? CallbackPolicy()
    #expect(try policy.target(target, of: "x-error").description == target)
  }

  @Test func aReceiverMayAllowEveryApp() {
    var policy = CallbackPolicy(allowing: []).protecting("mine")
    policy.allowsEveryApp = true
    for target in ["me:cb", "myapp:///x", "foo://bar/done?a=b", "any://x-callback-url/a"] {
      #expect(refusal(target, policy) == nil, "\(target)")
    }
    for target in [
      "javascript:1", "https://h/", "file:///x", "foo://u@h/", "mine://x-callback-url/act", "mine:x", "-a:b",
    ] {
      #expect(refusal(target, policy) != nil, "\(target)")
    }
  }

  @Test func aListOfOnesOwnReplacesTheKnownApps() {
    let none = CallbackPolicy(allowing: [])
    #expect(refusal("bear:x", none) != nil)
    #expect(refusal("bear://x-callback-url/a", none) == nil)
    #expect(refusal("mine:x", CallbackPolicy(allowing: CallbackPolicy.knownApps + ["mine"])) == nil)
    #expect(CallbackPolicy(allowing: ["A", "a"]) == CallbackPolicy(allowing: ["a"]))
  }

  @Test(arguments: CallbackPolicy.knownApps)
  func noKnownAppIsRefused(scheme: String) {
    #expect(refusal("\(scheme)://done?a=1") == nil)
    #expect(scheme == scheme.lowercased())
  }
}
