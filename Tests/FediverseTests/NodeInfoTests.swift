import JSONValue
import Testing

@testable import Fediverse

struct NodeInfoTests {
  @Test(
    arguments: [
      (["2.0"], "2.0"), (["1.0", "2.0", "1.1"], "2.0"), (["2.1", "2.0"], "2.1"), (["2.0", "2.1"], "2.1"),
      (["1.0", "1.1"], "1.1"), (["1.0"], "1.0"), (["3.0"], nil), ([], nil), (["2.0", "3.0"], "2.0"),
    ] as [([String], String?)])
  func theNewestKnownEditionIsTaken(_ editions: [String], _ chosen: String?) throws {
    let rows = editions.map { edition -> JSON in
      [
        "rel": .string("http://nodeinfo.diaspora.software/ns/schema/\(edition)"),
        "href": .string("https://a.example/nodeinfo/\(edition)"),
      ]
    }
    #expect(try target(rows) == chosen.map { "https://a.example/nodeinfo/\($0)" })
  }

  @Test(
    arguments: [
      ("https://a.example/n", "https://a.example/n"), ("/n", "https://a.example/n"),
      ("https://social.a.example/n", "https://social.a.example/n"), ("https://evil.example/n", nil),
      ("https://nota.example/n", nil), ("https://a.example.evil.example/n", nil), ("http://a.example/n", nil),
      ("https://example/n", nil), ("https://u:p@a.example/n", nil), ("javascript:x", nil), ("", nil),
      ("https://a.example:8443/n", "https://a.example:8443/n"), ("http://localhost/n", nil),
    ] as [(String, String?)])
  func linksLeadToTheSameHouse(_ reference: String, _ found: String?) throws {
    let row: JSON = ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": .string(reference)]
    #expect(try target([row]) == found)
  }

  @Test func aForeignLinkDoesNotHideAnOlderOne() throws {
    let rows: [JSON] = [
      ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.1", "href": "https://evil.example/n"],
      ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "https://a.example/n"],
      ["rel": 1, "href": []], nil, "x", ["href": "https://a.example/n"], ["rel": "https://w3.example/Application"],
    ]
    #expect(try target(rows) == "https://a.example/n")
  }

  @Test func parentsAndLoopbackAreTaken() throws {
    let row = { (reference: String) -> [JSON] in
      [["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": .string(reference)]]
    }
    #expect(try target(row("https://a.example/n"), at: "https://social.a.example/") == "https://a.example/n")
    #expect(try target(row("https://b.a.example/n"), at: "https://social.a.example/") == nil)
    #expect(try target(row("http://localhost:3000/n"), at: "http://localhost:3000/") == "http://localhost:3000/n")
    #expect(try target(row("https://1.example/n"), at: "https://10.0.0.1/") == nil)
    #expect(try target(row("https://2.10.0.0.1/n"), at: "https://10.0.0.1/") == nil)
  }

  private func target(_ rows: [JSON], at url: String = "https://a.example/.well-known/nodeinfo") throws -> String? {
    let links = try NodeInfoLinks(json: ["links": .array(rows)])
    return links.newest(at: try #require(WebURL(url)))?.description
  }

  @Test func theDocumentIsReadLeniently() throws {
    let whole = try NodeInfo(
      json: [
        "version": "2.0", "software": ["name": "mastodon", "version": "4.3.0"], "openRegistrations": true,
        "usage": ["users": ["total": 3, "activeMonth": "2", "activeHalfyear": nil], "localPosts": 7],
        "metadata": ["nodeName": "N"],
      ])
    #expect(whole.softwareName == "mastodon" && whole.softwareVersion == "4.3.0" && whole.isOpenForRegistration == true)
    #expect(whole.userCount == 3 && whole.activeUserCount == 2 && whole.halfYearUserCount == nil)
    #expect(whole.statusCount == 7 && whole.metadata["nodeName"]?.string == "N")
    let bare = try NodeInfo(json: ["software": ["name": "x"], "usage": ["users": []], "metadata": []])
    #expect(bare.softwareVersion == nil && bare.userCount == nil && bare.metadata.members.isEmpty)
    for odd: JSON in [[:], [], ["software": nil], ["software": ["name": ""]], ["software": ["name": [:]]]] {
      #expect(throws: ShapeError.self) { try NodeInfo(json: odd) }
    }
  }
}
