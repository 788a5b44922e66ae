import JSONValue
import Testing

@testable import Fediverse

/// No odd member costs more than itself, whatever the entity.
struct LenienceTests {
  @Test(arguments: WholeEntity.all)
  func anOddMemberCostsNothingElse(_ entity: WholeEntity) throws {
    for (name, _) in try #require(entity.json.object).members where !entity.needed.contains(name) {
      for odd in OddValues.all.map(Optional.some) + [JSON?.none] {
        let json = OddValues.object(entity.json, with: name, as: odd)
        #expect(throws: Never.self, "\(name) as \(odd?.text ?? "missing")") { try entity.reading(json) }
      }
    }
  }

  @Test(arguments: WholeEntity.all)
  func whatIsNeededIsNeeded(_ entity: WholeEntity) throws {
    for name in entity.needed {
      for odd: JSON? in [nil, .null, "", [], [:]] {
        let json = OddValues.object(entity.json, with: name, as: odd)
        #expect(throws: ShapeError.self, "\(name) as \(odd?.text ?? "missing")") { try entity.reading(json) }
      }
    }
    for json: JSON in [.null, 7, true, [], "", [["id": "1"]]] {
      #expect(throws: ShapeError.self) { try entity.reading(json) }
    }
  }

  @Test(arguments: WholeEntity.all)
  func everyMemberOfTheSampleIsRead(_ entity: WholeEntity) throws {
    let whole = try entity.reading(entity.json)
    // Some stand in for others that were read already.
    let substitutes: Set<String> = [
      "description", "email", "contact_account", "registrations", "approval_required", "urls", "max_toot_chars",
      "poll_limits", "upload_limit", "max_media_attachments", "username", "uri", "meta",
    ]
    let members = try #require(entity.json.object).members
    #expect(entity.unread.isSubset(of: members.map(\.name)))
    for (name, _) in members
    where !entity.needed.union(entity.unread).contains(name) {
      let rest = try entity.reading(OddValues.object(entity.json, with: name, as: nil))
      #expect(rest != whole || substitutes.contains(name), "\(name) makes no difference")
    }
  }

  @Test(arguments: WholeEntity.all)
  func valuesOfOtherTypesAreAccepted(_ entity: WholeEntity) throws {
    guard let odd = entity.odd else { return }
    #expect(throws: Never.self) { try entity.reading(odd) }
  }

  @Test(arguments: WholeEntity.all)
  func moreMembersChangeNothing(_ entity: WholeEntity) throws {
    let whole = try entity.reading(entity.json)
    for odd in OddValues.all {
      #expect(try entity.reading(OddValues.object(entity.json, with: "x_new", as: odd)) == whole)
    }
  }

  private static let good: JSON = [
    "id": "1", "shortcode": "s", "acct": "a", "name": "n", "title": "t", "text": "x", "url": "u",
  ]

  @Test(arguments: [JSON.null, 7, true, [], [:], ["x": "y"]])
  func oddRowsInsideAStatusCostThemselvesOnly(_ odd: JSON) throws {
    let rows: JSON = [odd, Self.good, odd, Self.good, odd]
    let status = try Status(json: [
      "id": "1", "content": "kept", "media_attachments": rows, "mentions": rows, "tags": rows, "emojis": rows,
      "poll": ["id": "1", "options": [["title": "a"], odd, ["title": "b"]]],
    ])
    #expect(status.mediaAttachments.count == 2 && status.mentions.count == 2 && status.content == "kept")
    #expect(status.tags.count == 2 && status.emojis.count == 2)
    #expect(status.poll?.options.map(\.title).filter { !$0.isEmpty } == ["a", "b"])
  }

  @Test func listsOfOtherTypesAreEmpty() throws {
    let odd: [JSON] = [.null, 7, "x", true, [:], ["0": ["id": "1"]]]
    for value in odd {
      let results = try SearchResults(json: ["accounts": [["id": "1"]], "statuses": value, "hashtags": value])
      #expect(results.accounts.elements.count == 1 && results.statuses.elements.isEmpty)
      let context = try Context(json: ["ancestors": value])
      #expect(context.ancestors.elements.isEmpty && context.descendants.elements.isEmpty)
    }
  }

  @Test func theLastOfRepeatedMembersCounts() throws {
    let json = try JSON(parsing: #"{"id":"1","id":"2","content":"a","content":"b"}"#)
    let status = try Status(json: json)
    #expect(status.id == "2" && status.content == "b")
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("1", true), ("0", false), (#""true""#, true), (#""False""#, false),
    (#""1""#, true), (#""0""#, false), ("2", true), (#""yes""#, nil), ("null", nil), ("[]", nil), ("0.5", nil),
    (#""""#, nil),
  ])
  func truthHasManySpellings(_ text: String, _ value: Bool?) throws {
    let reader = try FieldReader(JSON(parsing: #"{"x":\#(text)}"#), as: "it")
    #expect(reader.truth("x") == value)
  }

  @Test(arguments: [
    ("3", 3), (#""3""#, 3), ("3.0", 3), ("3e2", 300), ("-1", -1), ("3.5", nil), (#""three""#, nil), ("true", nil),
    ("null", nil), ("1e999", nil), ("99999999999999999999", nil), (#""""#, nil), (#"" 3""#, nil),
  ])
  func countsAreWholeNumbers(_ text: String, _ value: Int?) throws {
    let reader = try FieldReader(JSON(parsing: #"{"x":\#(text)}"#), as: "it")
    #expect(reader.count("x") == value)
  }

  @Test(arguments: [
    ("109372843234807891234567", "109372843234807891234567"), ("7", "7"), (#""01HWRR""#, "01HWRR"), ("-50", "-50"),
  ])
  func identifiersKeepEveryDigit(_ text: String, _ id: String) throws {
    #expect(try Status(json: JSON(parsing: #"{"id":\#(text)}"#)).id == id)
  }
}
