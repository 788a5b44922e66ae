import GRDB

/// A range of IP addresses that moderators block; the sandbox only remembers it.
struct IPBlock: AccessListEntry {
  static let listName = "ip_blocks"
  static let uniquePart = "Ip"

  private static let severities = ["sign_up_requires_approval", "sign_up_block", "no_access"]

  var id: Int64?
  var ip = ""
  var severity = ""
  var comment = ""
  var createdAt: Moment
  var expiresAt: Moment?

  /// This block with the settings in the form.
  func changed(by form: Form, at now: Moment) throws -> IPBlock {
    var block = self
    if let text = form["ip"] { block.ip = AddressRange(text)?.text ?? "" }
    block.severity = form["severity"] ?? severity
    block.comment = form["comment"] ?? comment
    if form.has("expires_in") { block.expiresAt = form.int("expires_in").map { now.adding(seconds: $0) } }
    guard !block.ip.isEmpty else { throw Refusal.invalid("Ip can't be blank") }
    guard !block.severity.isEmpty else { throw Refusal.invalid("Severity can't be blank") }
    guard Self.severities.contains(block.severity) else {
      throw Refusal.invalid("Severity is not included in the list")
    }
    return block
  }

  /// An Admin::IpBlock entity.
  var entity: Entity {
    [
      "id": .id(id), "ip": .text(ip), "severity": .text(severity), "comment": .text(comment),
      "created_at": .moment(createdAt), "expires_at": .moment(expiresAt),
    ]
  }
}
