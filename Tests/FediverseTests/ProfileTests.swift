import JSONValue
import Testing

@testable import Fediverse

/// The own profile: what is changed, what stays, and how its pictures travel.
struct ProfileTests {
  private let transport = ScriptedTransport()
  private static let patch = "PATCH /api/v1/accounts/update_credentials"
  private static let read = "GET /api/v1/accounts/verify_credentials"

  private func bodies() -> [String] {
    transport.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }

  /// The last body, with its escapes undone so that it can be read.
  private var form: String? { bodies().last?.unescaped }

  @Test func onlyWhatIsSetIsSent() async throws {
    transport.on(Self.patch, #"{"id":"1"}"#).on(Self.read, #"{"id":"2"}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.ownProfile.update(ProfileChanges()).id == "2")
    var changes = ProfileChanges()
    changes.note = ""
    #expect(try await client.ownProfile.update(changes).id == "1")
    #expect(bodies() == ["", "note="])
    #expect(transport.requests.last?.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func everyChangeHasItsName() async throws {
    transport.on(Self.patch, #"{"id":"1"}"#)
    var changes = ProfileChanges()
    (changes.displayName, changes.note) = ("Ä & B", "hi")
    (changes.isLocked, changes.isBot, changes.isDiscoverable) = (true, false, true)
    (changes.isIndexable, changes.isHidingCollections) = (false, true)
    (changes.visibility, changes.isSensitive, changes.language) = (.unlisted, true, "de")
    changes.attributionDomains = ["a.example", "b.example"]
    changes.fields = [.init(name: "Web", value: "https://a.example"), .init(name: "x", value: "")]
    _ = try await Client.scripted(transport).ownProfile.update(changes)
    #expect(
      form == "display_name=Ä & B&note=hi&locked=true&bot=false&discoverable=true&indexable=false"
        + "&hide_collections=true&source[privacy]=unlisted&source[sensitive]=true&source[language]=de"
        + "&attribution_domains[]=a.example&attribution_domains[]=b.example"
        + "&fields_attributes[0][name]=Web&fields_attributes[0][value]=https://a.example"
        + "&fields_attributes[1][name]=x&fields_attributes[1][value]=")
  }

  @Test func emptyListsEmpty() async throws {
    transport.on(Self.patch, #"{"id":"1"}"#)
    var changes = ProfileChanges()
    (changes.fields, changes.attributionDomains) = ([], [])
    _ = try await Client.scripted(transport).ownProfile.update(changes)
    #expect(form == "attribution_domains[]=&fields_attributes[0][name]=&fields_attributes[0][value]=")
  }

  @Test func picturesFollowOneByOne() async throws {
    transport.on(Self.patch, #"{"id":"1"}"#).on(Self.patch, #"{"id":"2"}"#).on(Self.patch, #"{"id":"3"}"#)
    let (avatar, header) = (ScratchFile([1], name: "a.png"), ScratchFile([2], name: "h.jpg"))
    var changes = ProfileChanges()
    changes.displayName = "A"
    changes.header = try MediaFile(header.path)
    changes.avatar = try MediaFile(avatar.path)
    #expect(try await Client.scripted(transport).ownProfile.update(changes).id == "3")
    #expect(transport.asked == [Self.patch, Self.patch, Self.patch])
    #expect(bodies()[0] == "display_name=A" && transport.requests[0].file == nil)
    #expect(bodies()[1].contains(#"name="avatar"; filename="a.png""#) && bodies()[1].contains("image/png"))
    #expect(bodies()[2].contains(#"name="header"; filename="h.jpg""#) && bodies()[2].contains("image/jpeg"))
    #expect(transport.requests[1].file?.file == changes.avatar?.file)
    #expect(transport.requests[2].file?.file == changes.header?.file)
  }

  @Test(arguments: [(Flavor.pixelfed, HTTPRequest.Method.post), (.mastodon, .patch), (.pleroma, .patch)])
  func picturesGoToPixelfedInAWayThatItReads(_ flavor: Flavor, _ method: HTTPRequest.Method) throws {
    let scratch = ScratchFile([1], name: "a.png")
    var changes = ProfileChanges()
    (changes.note, changes.avatar) = ("n", try MediaFile(scratch.path))
    let calls = Client.Profiles.calls(changes, "/x", on: flavor)
    #expect(calls.map(\.method) == [.patch, method] && calls.allSatisfy(\.isRepeatable))
  }

  @Test(arguments: [
    ("web", "new", "Web=new&x=y"), ("Mail", "m", "Web=https://a.example&x=y&Mail=m"),
    ("x", nil, "Web=https://a.example"),
  ])
  func oneRowChangesAndTheOthersStay(_ name: String, _ value: String?, _ rows: String) async throws {
    transport.on(Self.patch, #"{"id":"1"}"#).on(
      Self.read,
      """
      {"id":"1","fields":[{"name":"Web","value":"<a href='https://a.example'>a</a>"},{"name":"x","value":"y"}],
       "source":{"fields":[{"name":"Web","value":"https://a.example"},{"name":"x","value":"y"}]}}
      """)
    _ = try await Client.scripted(transport).ownProfile.setRow(name, to: value)
    let wanted = rows.split(separator: "&").enumerated().map { index, row in
      let parts = row.split(separator: "=")
      return "fields_attributes[\(index)][name]=\(parts[0])&fields_attributes[\(index)][value]=\(parts[1])"
    }
    #expect(form == wanted.joined(separator: "&"))
  }

  @Test func withoutSourcesTheTextOfRowsIsKeptAndNotTheirMarkup() async throws {
    transport.on(Self.read, #"{"id":"1","fields":[{"name":"a","value":"<b>1 &lt; 2</b>"}],"source":{"fields":[]}}"#)
    let client = try Client.scripted(transport)
    #expect(try await client.ownProfile.rows() == [.init(name: "a", value: "1 < 2")])
    _ = try await client.ownProfile.setRow("none", to: nil)
    #expect(!transport.asked.contains(Self.patch))
  }

  @Test func theProfileOfItsOwnLeavesDefaultsAlone() async throws {
    transport.on("PATCH /api/v1/profile", #"{"id":"1","avatar":null,"hide_collections":null}"#)
      .on("GET /api/v1/profile", #"{"id":"2"}"#)
    var changes = ProfileChanges()
    (changes.visibility, changes.language) = (.direct, "de")
    (changes.avatarDescription, changes.headerDescription) = ("cat", "dog")
    (changes.isShowingMedia, changes.isShowingMediaReplies, changes.isShowingFeatured) = (true, false, true)
    let client = try Client.scripted(transport)
    let profile = try await client.ownProfile.updateProfile(changes)
    #expect(profile.avatarURL == nil && profile.isHidingCollections == nil && profile.id == "1")
    #expect(
      form
        == "avatar_description=cat&header_description=dog&show_media=true&show_media_replies=false&show_featured=true")
    #expect(try await client.ownProfile.updateProfile(ProfileChanges()).id == "2")
  }

  @Test(arguments: [
    (["DELETE /api/v1/profile/avatar"], "avatar"),
    (["DELETE /api/v1/profile/avatar", "DELETE /api/v1.1/accounts/avatar"], "avatar"),
    (["DELETE /api/v1/profile/avatar", "DELETE /api/v1.1/accounts/avatar", patch], "avatar"),
    (["DELETE /api/v1/profile/header"], "header"), (["DELETE /api/v1/profile/header", patch], "header"),
  ])
  func picturesAreRemovedWhereverTheServerRemovesThem(_ requests: [String], _ picture: String) async throws {
    transport.on(requests.last ?? "", #"{"id":"1"}"#)
    let client = try Client.scripted(transport)
    let account = try await picture == "avatar" ? client.ownProfile.removeAvatar() : client.ownProfile.removeHeader()
    #expect(account.id == "1" && transport.asked == requests)
    #expect(requests.last != Self.patch || form == picture + "=")
  }
}
