import JSONValue
import Testing

@testable import Fediverse

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers of real servers, from a folder that the variable `FEDIVERSE_FIXTURES` names: an `index.tsv` of file and
/// entity, and the files.
private let folder = getenv("FEDIVERSE_FIXTURES").map { String(cString: $0) }

@Suite(.enabled(if: folder != nil))
struct SampleTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(folder ?? "")/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
  }

  private func samples(of entity: String) throws -> [(name: String, json: JSON)] {
    let index = String(decoding: try bytes("index.tsv"), as: UTF8.self)
    return try index.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns[1] == entity else { return nil }
      return (String(columns[0]), try JSON(parsing: bytes(String(columns[0]))))
    }
  }

  private func expectAll<Value: Entity>(_ entity: String, are type: Value.Type, but odd: Set<String> = []) throws {
    for (name, json) in try samples(of: entity) + samples(of: entity + "[]") where !odd.contains(name) {
      let rows = Rows<Value>(rows: json.array ?? [json])
      #expect(rows.oddRows.map(\.reason) == [], "\(name)")
    }
  }

  @Test func everySampleIsRead() throws {
    try expectAll("Account", are: Account.self)
    try expectAll("CredentialAccount", are: Account.self)
    try expectAll(
      "Status", are: Status.self,
      but: [
        // Some servers send empty objects, and the edits of a status have no identifiers.
        "derived/sharkey-trends-empty-objects.json", "bigbone/status_edit_history.json",
      ])
    try expectAll("Notification", are: Notification.self)
    try expectAll("Relationship", are: Relationship.self)
    try expectAll("V1::Instance", are: Instance.self)
    try expectAll("Instance(v2)", are: Instance.self)
    try expectAll("Search", are: SearchResults.self)
    try expectAll("Context", are: Context.self)
    try expectAll("Poll", are: Poll.self)
    try expectAll("MediaAttachment", are: MediaAttachment.self)
    try expectAll("Tag", are: Tag.self, but: ["bigbone/tag_timeline.json"])
    try expectAll("CustomEmoji", are: CustomEmoji.self)
    try expectAll("PreviewCard", are: PreviewCard.self)
    try expectAll("List", are: UserList.self)
    try expectAll("Admin::Report", are: AdminReport.self)
    try expectAll("Admin::Account", are: AdminAccount.self)
    try expectAll("Conversation", are: Conversation.self)
    try expectAll("Announcement", are: Announcement.self)
    try expectAll("StatusSource", are: StatusSource.self)
  }

  @Test func everyErrorHasWords() throws {
    for (name, json) in try samples(of: "Error") {
      #expect(ServerText(json) != nil, "\(name)")
    }
  }

  @Test func everyStatusHasItsPartsAndASafeText() throws {
    for entity in ["Status", "Status[]"] {
      for (name, json) in try samples(of: entity) {
        for status in Rows<Status>(rows: json.array ?? [json]).elements {
          #expect(status.createdAt != nil || status.raw["created_at"] == nil, "\(name)")
          #expect(status.account != nil || status.raw["account"] == nil, "\(name)")
          #expect(!status.plainText.contains("</p>"), "\(name)")
          #expect((status.raw["reblog"]?.object != nil) == (status.reblog != nil), "\(name)")
        }
      }
    }
  }

  @Test func linksLeadWhereTheyAreSaidTo() throws {
    for (name, json) in try samples(of: "HTTPHeaders") {
      guard let link = json["headers"]?["link"]?.string, let older = json["expect"]?["older"]?.string else { continue }
      let links = LinkHeader(link)
      let found = links.links.map(\.reference).joined(separator: " ")
      #expect(older.contains(" ") || found.contains(older), "\(name): \(older) in \(found)")
    }
  }
}
