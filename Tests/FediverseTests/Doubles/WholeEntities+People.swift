import JSONValue
import TestSupport

@testable import Fediverse

extension WholeEntity {
  private static let moment: JSON = "2024-01-02T03:04:05.000Z"

  private static let profile: JSON = [
    "id": "9", "display_name": "Ben", "note": "hi", "fields": [["name": "n", "value": "v"]], "avatar": "a",
    "avatar_description": "ad", "header": "h", "header_description": "hd", "locked": true, "bot": true,
    "hide_collections": true, "discoverable": true, "indexable": true, "show_media": true,
    "show_media_replies": true, "show_featured": true, "attribution_domains": ["a.example"],
    "featured_tags": [["id": "1", "name": "t"]],
  ]

  /// Those about people.
  static let people: [WholeEntity] = [
    WholeEntity(AccountCollection.self, as: .collection),
    WholeEntity(AccountCollection.Item.self, as: .collectionItem),
    WholeEntity(Profile.self, profile),
    WholeEntity(Preferences.self, as: .preferences),
    WholeEntity(FeaturedTag.self, as: .featuredTag),
    WholeEntity(DailyUse.self, as: .dailyUse),
    WholeEntity(FamiliarFollowers.self, ["id": "9", "accounts": [["id": "8"]]]),
    WholeEntity(Filter.self, as: .filter),
    WholeEntity(FilterKeyword.self, as: .filterKeyword),
    WholeEntity(FilterStatus.self, as: .filterStatus),
    WholeEntity(LegacyFilter.self, as: .filterV1),
    WholeEntity(Marker.self, as: .marker),
    WholeEntity(Report.self, as: .report, unread: ["collection_ids"]),
    WholeEntity(
      TokenInfo.self,
      ["id": "1", "created_at": moment, "last_used": moment, "scope": "read", "application": ["name": "n"]]),
    WholeEntity(
      ExportStats.self, needing: [],
      [
        "media_storage": "5MB", "followers_count": 1, "following_count": 2, "statuses_count": 3, "lists_count": 4,
        "blocks_count": 5, "mutes_count": 6,
      ]),
    WholeEntity(UserInfo.self, as: .userInfo),
    WholeEntity(
      PushSubscription.self, needing: ["endpoint"],
      [
        "id": 1, "endpoint": "https://push.example/", "alerts": ["mention": true], "policy": "all", "standard": true,
        "server_key": "k",
      ]),
  ]
}
