import JSONValue
import TestSupport

@testable import Fediverse

extension WholeEntity {
  private static let moment: JSON = "2024-01-02T03:04:05.000Z"

  private static let collection: JSON = [
    "id": "1", "account_id": "9", "uri": "https://a.example/ap/1", "url": "https://a.example/c/1", "name": "n",
    "description": "d", "language": "de", "local": true, "sensitive": true, "discoverable": true,
    "tag": ["name": "t"], "item_count": 1, "items": [["id": "2"]], "created_at": moment, "updated_at": moment,
  ]

  private static let profile: JSON = [
    "id": "9", "display_name": "Ben", "note": "hi", "fields": [["name": "n", "value": "v"]], "avatar": "a",
    "avatar_description": "ad", "header": "h", "header_description": "hd", "locked": true, "bot": true,
    "hide_collections": true, "discoverable": true, "indexable": true, "show_media": true,
    "show_media_replies": true, "show_featured": true, "attribution_domains": ["a.example"],
    "featured_tags": [["id": "1", "name": "t"]],
  ]

  /// Those about people.
  static let people: [WholeEntity] = [
    WholeEntity(AccountCollection.self, collection),
    WholeEntity(
      AccountCollection.Item.self, ["id": "1", "account_id": "9", "state": "pending", "created_at": moment]),
    WholeEntity(Profile.self, profile),
    WholeEntity(
      Preferences.self, needing: [],
      [
        "posting:default:visibility": "direct", "posting:default:sensitive": true, "posting:default:language": "de",
        "posting:default:quote_policy": "nobody", "reading:expand:media": "show_all",
        "reading:expand:spoilers": true, "reading:autoplay:gifs": true,
      ]),
    WholeEntity(FeaturedTag.self, as: .featuredTag),
    WholeEntity(DailyUse.self, needing: [], ["day": "1692489600", "uses": "3", "accounts": "1"]),
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
    WholeEntity(
      UserInfo.self, needing: ["sub"],
      [
        "sub": "https://a.example/users/ben", "iss": "https://a.example/", "name": "Ben",
        "preferred_username": "ben", "profile": "p", "picture": "q",
      ]),
    WholeEntity(
      PushSubscription.self, needing: ["endpoint"],
      [
        "id": 1, "endpoint": "https://push.example/", "alerts": ["mention": true], "policy": "all", "standard": true,
        "server_key": "k",
      ]),
  ]
}
