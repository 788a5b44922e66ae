import Testing

@testable import Fediverse

/// What the table says of each feature, one row of letters each: M Mastodon, P Pleroma, A Akkoma, X Pixelfed,
/// F Friendica, G GoToSocial, K Firefish, C Catodon, I Iceshrimp, N Iceshrimp.NET, S Sharkey, T Takahē, U unknown.
struct FeatureTableTests {
  private static let letters: [Character: Flavor] = [
    "M": .mastodon, "P": .pleroma, "A": .akkoma, "X": .pixelfed, "F": .friendica, "G": .gotosocial, "K": .firefish,
    "C": .catodon, "I": .iceshrimp, "N": .iceshrimpNET, "S": .sharkey, "T": .takahe, "U": .unknown,
  ]

  private static let all = "MPAXFGKCINSTU"

  @Test func everyFeatureHasARow() {
    #expect(Set(FeatureTable.rows.keys) == Set(Feature.allCases))
    #expect(Feature.allCases.allSatisfy { !$0.summary.isEmpty && !$0.summary.contains("'") })
    #expect(Set(Feature.allCases.map(\.summary)).count == Feature.allCases.count)
  }

  @Test func noRowSaysTwoThingsOfOneSoftware() {
    for (feature, row) in FeatureTable.rows {
      let named = row.implementers.map(\.flavor) + row.absentees + row.doubtful
      #expect(Set(named).count == named.count, "\(feature)")
      #expect(row.implementers.allSatisfy { $0.apiVersion == nil || $0.since != nil }, "\(feature)")
    }
  }

  /// Who has a feature in the newest version, and of whom nobody knows; all others have it not.
  @Test(
    arguments: [
      (.accountLookup, "MGKCINST", "PAFU"), (.accountBatch, "M", "NTU"), (.profile, "M", "NTU"),
      (.removeFollowers, "MAP", "NTU"), (.endorsements, "MP", "NTU"), (.accountNotes, "MAPFG", "NTU"),
      (.familiarFollowers, "MPT", "NU"), (.followRequests, "MPXFAKCISG", "NTU"), (.temporaryMutes, "MPAGKCIS", "NTU"),
      (.domainBlocks, "MAPXS", "NTU"), (.suggestions, "MKCIS", "NTU"), (.directory, "MAPF", "NTU"),
      (.preferences, all, ""), (.statusBatch, "MPA", "NTU"), (.statusEditing, all, ""),
      (.statusSource, "MPAFGKCIS", "NTU"), (.statusHistory, "MPAXGKCIS", "NTU"), (.statusPreview, "PA", "NTU"),
      (.expiringStatuses, "PA", "NTU"), (.scheduledStatuses, "MAPFGK", "CU"), (.rescheduling, "MAPGK", "CU"),
      (.quotes, "MAF", "PKCISNTU"), (.quotePolicies, "M", "NTU"), (.quoteControl, "M", "NTU"),
      (.annualReportMaking, "M", "NTU"), (.directVisibility, "MPAFGKCIS", "NTU"),
      (.mutualsVisibility, "G", "NTU"), (.listVisibility, "PA", "NTU"),
      (.localVisibility, "PAG", "NTU"), (.localVisibilities, "G", "NTU"), (.contentTypes, "PAG", "XFKCISNTU"),
      (.pinning, "MAPXFKCIG", "NTU"),
      (.threadMuting, "MAPXFKCIG", "NTU"), (.bookmarks, all, ""), (.emojiReactions, "PAKCINS", "TU"),
      (.interactionRequests, "G", "NTU"), (.translation, "MA", "NTU"), (.polls, all, ""),
      (.pollVoting, "MPAGKCIS", "NTU"), (.mediaEditing, all, ""), (.mediaDeletion, "M", "NTU"),
      (.linkTimeline, "M", "NTU"), (.bubbleTimeline, "A", "SNTU"), (.directTimeline, "PA", "FXNTU"),
      (.conversations, all, ""), (.notificationKinds, "MPAXGKCI", "NTU"), (.notificationDismissal, "MPAXFKCIS", "NTU"),
      (.unreadNotificationCount, "M", "PAXFKCINSTU"), (.groupedNotifications, "M", "NTU"),
      (.notificationPolicy, "M", "NTU"), (.markers, "MPFAG", "NTU"), (.asyncRefresh, "M", "NTU"),
      (.streaming, "MPAGIN", "KCSU"), (.serverSentEvents, "M", "KCSINU"), (.pushSubscriptions, "MAFPG", "NTU"),
      (.lists, "MPAFGKCIS", "NTU"), (.listMembership, "MPAFGKCIS", "NTU"), (.filters, "MG", "NTU"),
      (.legacyFilters, "MPAG", "XFKCINSTU"), (.filterBlur, "M", "NTU"), (.followedTags, "MFXGAT", "NU"),
      (.featuredTags, "M", "NTU"), (.tagFeaturing, "M", "NTU"), (.trendingTags, "MKCI", "NTU"),
      (.trendingStatuses, "MS", "NTU"), (.trendingLinks, "M", "NTU"), (.announcements, "MAPXKCIS", "NTU"),
      (.announcementReactions, "MAPXKCIS", "NTU"), (.customEmojis, all, ""), (.collections, "M", "NTU"),
      (.annualReports, "M", "NTU"), (.exports, "G", "NTU"), (.imports, "G", "NTU"), (.tokens, "G", "NTU"),
      (.administration, "MG", "PAXFKCINSTU"), (.adminDomainBlocks, "MG", "PAXFKCINSTU"),
      (.idempotencyKeys, "MPAIN", "CU"),
    ] as [(Feature, String, String)])
  func softwareHasWhatItIsKnownFor(_ feature: Feature, _ having: String, _ doubtful: String) throws {
    for (letter, flavor) in Self.letters {
      let profile = try profile(flavor, version: "99999", api: flavor == .mastodon ? 99 : nil)
      let expected: Support =
        having.contains(letter) ? .yes(.software) : doubtful.contains(letter) ? .unknown : .no(.software)
      #expect(profile.supports(feature) == expected, "\(feature) on \(flavor)")
    }
  }

  @Test(arguments: [
    Feature.instanceRules, .instanceDescription, .privacyPolicy, .termsOfService, .instanceLanguages, .instancePeers,
    .instanceBlocks, .instanceActivity, .embedding, .userInfo, .adminMeasures,
  ])
  func otherSoftwareIsAskedForWhatOnlyMastodonDocuments(_ feature: Feature) throws {
    for flavor in Flavor.allCases where flavor != .misskey {
      let support = try profile(flavor, version: "99999").supports(feature)
      #expect(support == (flavor == .mastodon ? .yes(.software) : .unknown))
    }
  }

  @Test(
    arguments: [
      (.groupedNotifications, 2, "4.3"), (.mediaDeletion, 4, "4.4"), (.filterBlur, 5, "4.4"), (.quotes, 7, "4.5"),
      (.quotePolicies, 7, "4.5"), (.quoteControl, 7, "4.5"), (.profile, 8, "4.6"), (.annualReportMaking, 8, "4.6"),
      (.collections, 10, "4.6"),
    ] as [(Feature, Int, String)])
  func theVersionOfTheInterfaceDecides(_ feature: Feature, _ api: Int, _ release: String) throws {
    // The interface counts more than the release, and the release where nothing is said of the interface.
    #expect(try profile(.mastodon, version: "1.0", api: api).supports(feature) == .yes(.software))
    #expect(try profile(.mastodon, version: "99", api: api - 1).supports(feature) == .no(.software))
    #expect(try profile(.mastodon, version: release).supports(feature) == .yes(.software))
    #expect(try profile(.mastodon, version: "\(release).0+glitch").supports(feature) == .yes(.software))
    #expect(try profile(.mastodon, version: "\(release).0-nightly.1").supports(feature) == .unknown)
    #expect(try profile(.mastodon, version: "4.2.9").supports(feature) == .no(.software))
    #expect(try profile(.mastodon, version: nil).supports(feature) == .unknown)
  }

  @Test(
    arguments: [
      (.mastodon, .accountLookup, "3.4.0", "3.3.9"), (.mastodon, .translation, "4.0", "3.5.9"),
      (.mastodon, .linkTimeline, "4.3", "4.2"), (.mastodon, .annualReports, "4.3", "4.2"),
      (.mastodon, .filters, "4.0", "3.5"),
      (.pleroma, .familiarFollowers, "2.7.0-70-g36d469cf", "2.6.3"),
      (.gotosocial, .scheduledStatuses, "0.20.0", "0.19.1+git-1"), (.gotosocial, .interactionRequests, "0.17", "0.16"),
      (.mastodon, .bookmarks, "3.1", "3.0"),
    ] as [(Flavor, Feature, String, String)])
  func releasesBringFeatures(_ flavor: Flavor, _ feature: Feature, _ first: String, _ before: String) throws {
    #expect(try profile(flavor, version: first).supports(feature) == .yes(.software))
    #expect(try profile(flavor, version: before).supports(feature) == .no(.software))
  }

  @Test func variantsMayHaveWhatTheirKinLacks() throws {
    var glitch = try profile(.mastodon, version: "4.3.0+glitch", api: 2)
    glitch.variant = "glitch"
    #expect(glitch.supports(.contentTypes) == .unknown && glitch.supports(.emojiReactions) == .unknown)
    #expect(glitch.supports(.quotes) == .no(.software) && glitch.supports(.groupedNotifications) == .yes(.software))
  }

  @Test func whatHasNoInterfaceHasNothing() throws {
    let misskey = try profile(.misskey, version: "2024.1")
    #expect(Feature.allCases.allSatisfy { misskey.supports($0) == .no(.software) })
    #expect(misskey.refusal(of: .lists) == "Misskey 2024.1 has no Mastodon-compatible API")
  }

  @Test(
    arguments: [
      (
        .mastodon, "4.2.1", .groupedNotifications,
        "Mastodon 4.2.1 cannot group notifications; Mastodon has supported this since 4.3"
      ),
      (
        .gotosocial, "0.16.0", .groupedNotifications,
        "GoToSocial 0.16.0 cannot group notifications; Mastodon has supported this since 4.3"
      ),
      (
        .gotosocial, "0.16.0", .scheduledStatuses,
        "GoToSocial 0.16.0 cannot publish at a later time; GoToSocial has supported this since 0.20"
      ),
      (
        .mastodon, "4.2.1", .localVisibility,
        "Mastodon 4.2.1 cannot publish a status on its own server only; Pleroma, Akkoma and GoToSocial do support this"
      ),
      (
        .mastodon, "4.2.1", .mutualsVisibility,
        "Mastodon 4.2.1 cannot publish a status to mutual followers only; GoToSocial does support this"
      ),
      (.pixelfed, nil, .lists, "Pixelfed cannot keep lists of accounts; Mastodon has supported this since 2.1"),
      (.mastodon, "4.3.0", .groupedNotifications, nil), (.unknown, "1", .quotes, nil),
    ] as [(Flavor, String?, Feature, String?)])
  func refusalsSayWhatAndSinceWhen(_ flavor: Flavor, _ version: String?, _ feature: Feature, _ text: String?) throws {
    #expect(try profile(flavor, version: version).refusal(of: feature) == text)
  }

  private func profile(_ flavor: Flavor, version: String?, api: Int? = nil) throws -> ServerProfile {
    var profile = ServerProfile(assuming: flavor, of: try ServerAddress("a.example"))
    profile.softwareVersion = version.flatMap(SoftwareVersion.init)
    profile.apiVersion = api
    return profile
  }
}
