import GRDB

extension SeedData {
  /// Adds entries of the moderators' lists; they change nothing else here.
  func addAccessLists() throws {
    try AdminDomainBlock(
      domain: "spam.example", severity: "noop", rejectMedia: true, privateComment: "Two reports in a week.",
      createdAt: ago(days: 5)
    ).added(in: db)
    try AdminDomainBlock(
      domain: "casino.example", severity: "suspend", rejectReports: true, publicComment: "Advertising",
      obfuscate: true, createdAt: ago(days: 3)
    ).added(in: db)
    try AdminDomainAllow(domain: "partner.example", createdAt: ago(days: 90)).added(in: db)
    try EmailDomainBlock(domain: "throwaway.example", createdAt: ago(days: 45)).added(in: db)
    try CanonicalEmailBlock(hash: CanonicalEmailBlock.hash(of: "someone@blocked.example")).added(in: db)
    try IPBlock(
      ip: "192.0.2.0/24", severity: "sign_up_block", comment: "A wave of registrations", createdAt: ago(days: 20)
    ).added(in: db)
    try db.execute(
      sql: "UPDATE tag SET trendable = 1, reviewedAt = ? WHERE name = 'trains'", arguments: [ago(days: 10)])
  }
}
