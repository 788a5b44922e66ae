import GRDB

/// An email address that cannot register, stored as the hash of its canonical form.
struct CanonicalEmailBlock: AccessListEntry {
  static let listName = "canonical_email_blocks"
  static let uniquePart = "Canonical email hash"

  var id: Int64?
  var canonicalEmailHash: String

  init(hash: String) { canonicalEmailHash = hash }

  /// Reads the hash, or the address to make one of.
  init(_ form: Form) throws {
    let hash = form["email"].flatMap { $0.isEmpty ? nil : Self.hash(of: $0) } ?? form["canonical_email_hash"] ?? ""
    guard !hash.isEmpty else { throw Refusal.invalid("Canonical email hash can't be blank") }
    self.init(hash: hash)
  }

  static func matching(_ address: String, in db: Database) throws -> [CanonicalEmailBlock] {
    try filter(sql: "canonicalEmailHash = ?", arguments: [hash(of: address)]).fetchAll(db)
  }

  /// The hash of an address without capital letters, dots and what follows a plus sign in the name.
  static func hash(of address: String) -> String {
    let halves = address.lowercased().split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = (halves.first ?? "").prefix { $0 != "+" }.filter { $0 != "." }
    return Secret.hash(of: halves.count > 1 ? "\(name)@\(halves[1])" : name)
  }

  /// An Admin::CanonicalEmailBlock entity.
  var entity: Entity { ["id": .id(id), "canonical_email_hash": .text(canonicalEmailHash)] }
}
