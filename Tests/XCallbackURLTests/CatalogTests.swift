import Testing
import XCallbackURL

/// Actions found by their names.
struct CatalogTests {
  private static let status = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")
  private static let catalog = Catalog([
    signature("favoriteStatus", spellings: ["favouriteStatus"], verbs: ["fav", "favorite"]),
    signature("dismissAllNotifications", verbs: ["dismiss all", "clear"]), signature("me", verbs: ["whoami"]),
    signature("silent", verbs: []), signature("later", verbs: ["clear"]), signature("whoami", verbs: ["x"]),
  ])

  private static func signature(_ action: String, spellings: [String] = [], verbs: [String]) -> Signature {
    Signature(
      action: action, spellings: spellings, verbs: verbs, summary: "", example: "", effect: .read, parameters: [])
  }

  @Test(
    arguments: [
      ("favoriteStatus", "favoriteStatus"), ("favouriteStatus", "favoriteStatus"), ("FavoriteStatus", nil),
      ("fav", nil),
      ("", nil), ("favoriteStatus/", nil), ("silent", "silent"),
    ] as [(String, String?)])
  func aURLNamesAnActionExactly(name: String, action: String?) {
    #expect(Self.catalog.signature(action: name)?.action == action)
  }

  /// A verb wins over an action of its name; of several actions of one verb, the one declared first is the default.
  @Test(
    arguments: [
      ("fav", "favoriteStatus"), ("favouriteStatus", "favoriteStatus"), ("dismiss all", "dismissAllNotifications"),
      ("dismiss", nil), ("dismiss  all", nil), ("Fav", nil), ("clear", "dismissAllNotifications"), ("whoami", "me"),
      ("me", "me"),
      ("", nil),
    ] as [(String, String?)])
  func aPersonMayTypeAVerbOrAnAction(verb: String, action: String?) {
    #expect(Self.catalog.signature(verb: verb)?.action == action)
  }

  @Test func verbsStandInTheOrderOfDeclaration() {
    #expect(Self.catalog.verbs == ["fav", "favorite", "dismiss all", "clear", "whoami", "x"])
    #expect(Self.catalog.signatures(verb: "clear").map(\.action) == ["dismissAllNotifications", "later"])
    let first = ["fav", "dismiss", "dismiss all", "all", "clear", "me", "favoriteStatus", "Fav", ""]
    #expect(first.filter { Self.catalog.hasVerb(startingWith: $0) } == ["fav", "dismiss", "clear"])
    #expect(Catalog([]).verbs.isEmpty)
    #expect(Catalog([]).signature(verb: "fav") == nil)
  }

  @Test(
    arguments: [
      ("statusID", "statusID"), ("id", "statusID"), ("count", "count"), ("n", "count"), ("number", "count"),
      ("ID", nil),
      ("", nil), ("statusID ", nil),
    ] as [(String, String?)])
  func aParameterHasSynonyms(key: String, name: String?) {
    var signature = Self.signature("a", verbs: [])
    signature.change {
      $0.parameters = [
        Parameter("statusID", synonyms: ["id"], .identifier(.status), ""),
        Parameter("count", synonyms: ["n", "number"], .integer(1...9), ""),
      ]
    }
    #expect(signature.parameter(named: key)?.name == name)
  }

  @Test(arguments: [
    (status, ["statusID", "statusURL"]), (Signature.Subject(kind: .list, id: "list"), ["list"]),
    (Signature.Subject(kind: .account, id: "i", url: "u", acct: "a"), ["i", "u", "a"]),
    (Signature.Subject(kind: .account, id: "i", acct: "a"), ["i", "a"]),
  ])
  func aSubjectIsNamedInOneOfItsWays(subject: Signature.Subject, names: [String]) {
    #expect(subject.alternatives == names)
  }

  @Test(arguments: [
    ("mention", true), ("pleroma:emoji_reaction", true), ("a.b:c-d", true), ("mentoin", false), (":x", false),
    ("x:", false), ("a:b:c", false), ("A:b", false), ("a:\u{301}b", false),
  ])
  func softwareAddsItsOwnValuesAfterAColon(text: String, isTaken: Bool) {
    #expect(Choices(["mention"], isExtensible: true).value(for: text) == (isTaken ? text : nil))
    #expect(Choices(["mention"]).value(for: text) == (text == "mention" ? text : nil))
  }

  @Test(arguments: [
    ("public", "public"), ("quiet public", "unlisted"), ("Quiet-Public", "unlisted"), ("PUBLIC", nil), ("quiet", nil),
    ("list:5", "list:5"), ("list:a-b_C", "list:a-b_C"), ("list:", nil), ("list:a b", nil), ("status:5", nil), ("", nil),
  ])
  func aliasStandsForItsValue(text: String, value: String?) {
    let choices = Choices(["public", "unlisted"], aliases: ["quiet public": "unlisted"], reference: .list)
    #expect(choices.value(for: text) == value)
    #expect(choices.spellings == ["public", "unlisted", "list:ID"])
  }

  @Test func choicesWithoutAliasesAreExact() {
    let choices: Choices = ["a", "b c"]
    #expect(choices.value(for: "b c") == "b c")
    for text in ["A", "a ", "b", "b_c", ""] { #expect(choices.value(for: text) == nil) }
  }

  /// What changes the account, and what asks each time.
  @Test(
    arguments: [
      (.read, false, false), (.present, false, false), (.reversible(by: "undo"), true, false),
      (.reversible(by: nil), true, false),
      (.destructive, true, true), (.mass, true, true),
    ] as [(Signature.Effect, Bool, Bool)])
  func whatCannotBeTakenBackIsConfirmed(effect: Signature.Effect, isWrite: Bool, needsConfirmation: Bool) {
    #expect(effect.isWrite == isWrite)
    #expect(effect.needsConfirmation == needsConfirmation)
  }

  @Test func kindsAreSpelledAsInTheLanguage() {
    #expect(
      ReferenceKind.allCases.map(\.rawValue) == [
        "status", "account", "notification", "list", "tag", "poll", "media", "filter", "conversation", "report",
        "scheduled", "instance", "file", "rule", "emoji", "domain", "scheme", "announcement", "collection", "token",
        "job",
        "request",
      ])
  }
}
