import JSONValue
import Testing

@testable import Fediverse

/// Every answer of a real server that is kept is read: whole, or row by row with what was odd about a row.
@Suite(.enabled(if: KeptSamples.all != nil))
struct SampleTests {
  /// Reads a sample, and gives what was odd about it.
  private typealias Reader = @Sendable (JSON) throws -> [String]

  /// What is odd about the rows of a list, or about a single thing.
  private static func rows<Value: Entity>(_ type: Value.Type) -> Reader {
    { json in Rows<Value>(rows: json.array ?? [json]).unreadableRows.map(\.reason) }
  }

  private static let readers: [String: Reader] = [
    "Account": rows(Account.self), "CredentialAccount": rows(Account.self), "Status": rows(Status.self),
    "Notification": rows(Notification.self), "Relationship": rows(Relationship.self), "Poll": rows(Poll.self),
    "V1::Instance": rows(Instance.self), "Instance(v2)": rows(Instance.self), "Search": rows(SearchResults.self),
    "Context": rows(Context.self), "MediaAttachment": rows(MediaAttachment.self), "Tag": rows(Tag.self),
    "CustomEmoji": rows(CustomEmoji.self), "PreviewCard": rows(PreviewCard.self), "List": rows(UserList.self),
    "Conversation": rows(Conversation.self), "Announcement": rows(Announcement.self),
    "StatusSource": rows(StatusSource.self), "ScheduledStatus": rows(ScheduledStatus.self),
    "Translation": rows(Translation.self), "GroupedNotificationsResults": rows(NotificationGroups.self),
    "NotificationPolicy": rows(NotificationPolicy.self), "InstanceActivity": rows(InstanceActivity.self),
    "FeaturedTag": rows(FeaturedTag.self), "FamiliarFollowers": rows(FamiliarFollowers.self),
    "Suggestion": rows(Suggestion.self), "Report": rows(Report.self), "Preferences": rows(Preferences.self),
    "Filter": rows(Filter.self), "FilterKeyword": rows(FilterKeyword.self), "FilterStatus": rows(FilterStatus.self),
    "WebPushSubscription": rows(PushSubscription.self), "Language": rows(Language.self),
    "ExtendedDescription": rows(InstanceDocument.self), "DomainBlock": rows(BlockedServer.self),
    "AsyncRefresh": rows(AsyncRefresh.self), "Admin::Report": rows(AdminReport.self),
    "Admin::Account": rows(AdminAccount.self), "Admin::DomainBlock": rows(AdminDomainBlock.self),
    "NodeInfo": rows(NodeInfo.self),
    "Markers": {
      try Markers(json: $0).all.values.allSatisfy { $0.updatedAt != nil } ? [] : ["a marker without its time"]
    },
    "Quote": quote, "ShallowQuote": quote, "StatusEdit": rows(StatusEdit.self),
    "NodeInfoWellKnown": { json in
      let links = try NodeInfoLinks(json: json)
      let home = try #require(json["links"]?.array?.first?["href"]?.string.flatMap { WebURL($0) })
      return links.newest(at: home) == home ? [] : ["not the one link that it has"]
    },
    "Error": { ServerText($0) == nil ? ["no words"] : [] },
    "StreamingError": { ServerText($0) == nil ? ["no words"] : [] },
    "StreamingEvent": { json in
      guard case .event(_?, let event)? = StreamMessage(json.text) else { return ["no event of a stream"] }
      guard case .other = StreamEvent(event) else { return [] }
      return ["an event of no known kind"]
    },
    "string": { $0.array?.allSatisfy { $0.string != nil } == true ? [] : ["not texts"] },
  ]

  private static let quote: Reader = { json in
    let status = try Status(json: ["id": "1", "quote": json])
    return status.quote == nil ? ["no quote"] : []
  }

  /// Files whose column says something else than what they hold.
  private static let mislabelled = [
    "bigbone/status_edit_history.json": "StatusEdit", "bigbone/tag_timeline.json": "Status",
    "bigbone/trends_view_trending_links_success.json": "PreviewCard",
    "bigbone/trends_view_trending_statuses_success.json": "Status",
    "bigbone/trends_view_trending_tags_success.json": "Tag",
  ]

  /// What is odd about a few of them, and rightly so.
  private static let odd = [
    "derived/sharkey-trends-empty-objects.json": ["status.id is not an identifier", "status.id is not an identifier"]
  ]

  @Test func everySampleIsRead() throws {
    for sample in try #require(KeptSamples.all).samples() where sample.entity != "HTTPHeaders" {
      let entity = Self.mislabelled[sample.name] ?? sample.entity.replacing("[]", with: "")
      let read = try #require(Self.readers[entity], "\(sample.name) is of the kind \(entity)")
      #expect(try read(sample.json) == Self.odd[sample.name] ?? [], "\(sample.name)")
    }
  }

  @Test func everyStatusHasItsPartsAndASafeText() throws {
    for sample in try #require(KeptSamples.all).samples(of: ["Status", "Status[]"]) {
      for status in Rows<Status>(rows: sample.json.array ?? [sample.json]).elements {
        #expect(status.createdAt != nil || status.raw["created_at"] == nil, "\(sample.name)")
        #expect(status.account != nil || status.raw["account"] == nil, "\(sample.name)")
        #expect(!status.plainText.contains("</p>"), "\(sample.name)")
        #expect((status.raw["reblog"]?.object != nil) == (status.reblog != nil), "\(sample.name)")
      }
    }
  }
}
