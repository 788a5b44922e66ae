import JSONValue

/// What only moderators are answered, with the members that tests name.
enum AdminBodies {
  private static let time: JSON = "2024-01-02T03:04:05.000Z"

  static let account: JSON = [
    "id": "2", "username": "bob", "domain": "b.example", "created_at": time, "account": Bodies.bob,
  ]
  static let tag: JSON = [
    "id": "71", "name": "cats", "url": "https://a.example/tags/cats", "trendable": true, "usable": true,
    "listable": true, "requires_review": false,
  ]

  /// An entry of each list, by the name of the list.
  private static let entries: [String: JSON] = [
    "accounts": account, "tags": tag, "reports": Bodies.report,
    "domain_blocks": [
      "id": "1", "domain": "spam.example", "created_at": time, "severity": "suspend", "reject_media": true,
    ],
    "domain_allows": ["id": "1", "domain": "spam.example", "created_at": time],
    "email_domain_blocks": [
      "id": "1", "domain": "spam.example", "created_at": time,
    ],
    "canonical_email_blocks": [
      "id": "1", "canonical_email_hash": "b344e55d11b3fc25d0d53194e0475838bf17e9be67ce3e6469956222d9a34f9c",
    ],
    "ip_blocks": [
      "id": "1", "ip": "192.0.2.0/24", "severity": "no_access", "created_at": time,
    ],
  ]

  /// The answer to a request below `admin`, the first of the parts; `nil` for what is no entry of a list.
  static func answer(_ method: Substring, _ parts: [String]) -> JSON? {
    let rest = parts.dropFirst().filter { $0 != "trends" }
    guard let list = rest.first, let entry = entries[list] else { return nil }
    if method == "DELETE", list != "accounts" { return [:] }
    return (method == "GET" && rest.count == 1) || rest.last == "test" ? [entry] : entry
  }
}
