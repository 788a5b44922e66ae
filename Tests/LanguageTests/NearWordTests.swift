import Testing
import TuskLanguage

/// Which names are near enough to have been meant.
@Suite struct NearWordTests {
  @Test(arguments: [
    ("fvaorite", "favorite"), ("favorit", "favorite"), ("favoritee", "favorite"), ("gavorite", "favorite"),
    ("mee", "me"),
    ("m", "me"), ("em", "me"), ("mf", "me"), ("Fav", "fav"), ("notificatoins", "notifications"),
    ("notifikations", "notifications"), ("ntfcations", "notifications"), ("get acount", "get account"),
    ("gte acocunt", "get account"),
    ("straße", "strasse"), ("cafe\u{301}", "cafe"), ("äccount", "account"),
  ])
  func aSlipOfTheFingersIsNear(_ typed: String, _ meant: String) {
    #expect(NearWords.near(typed, among: ["far away", meant, "zzzzzzzzzzzz"]) == [meant])
  }

  /// Far: more than a third of the letters differ, or the words are not as many.
  @Test(arguments: [
    ("gett", "set"), ("gett", "gets account"), ("fav", "me"), ("abc", "cba"), ("me", "abc"),
    ("getaccount", "get account"),
    ("get account", "getaccount"), ("a b", "b c d"), ("", "ab"), ("abcd", "badc"), ("x", "yz"), ("FAV", "fav"),
    (" ", "a"),
  ])
  func aGuessIsNotMade(_ typed: String, _ other: String) {
    #expect(NearWords.near(typed, among: [other]) == [])
  }

  @Test func theNearestComesFirst() {
    let names = ["reblogs", "reblag", "unreblog", "boost", "reblog", "rebolgs"]
    #expect(NearWords.near("reblo", among: names) == ["reblog"])
    #expect(NearWords.near("reblogg", among: names) == ["reblogs", "reblog", "reblag", "rebolgs"])
    #expect(NearWords.near("reblog", among: names) == ["reblogs", "reblag", "unreblog", "rebolgs"])
  }

  @Test func ofNamesForOneThingAllAreSuggested() {
    let found = NearWords.nearest("reblogg", among: ["reblag", "reblog", "rebolgs", "boost"]) {
      $0 == "rebolgs" && $1 == "reblog"
    }
    #expect(found == ["reblog", "rebolgs"])
  }

  @Test func aNameIsSaidOnce() {
    #expect(NearWords.near("fva", among: ["fav", "fav", "fva", "fav"]) == ["fav"])
    #expect(NearWords.near("fav", among: []) == [])
  }

  @Test func veryLongWordsAreNotGuessed() {
    let name = String(repeating: "a", count: 64)
    #expect(NearWords.near(name, among: [name + "b"]) == [name + "b"])
    #expect(NearWords.near(name + "a", among: [name]) == [])
  }

  /// One edit of a word of three letters or more is always near, whatever the edit.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func oneEditIsAlwaysNear(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("abcdeé漢")
    for round in 0..<500 {
      let word = (0..<Int.random(in: 3...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
      var other = word
      let place = Int.random(in: 0..<(word.count - 1), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: other.remove(at: place)
      case 1: other.insert("z", at: place)
      case 2: other[place] = "z"
      default: other.swapAt(place, place + 1)
      }
      let (typed, meant) = (String(other), String(word))
      #expect(
        NearWords.near(typed, among: [meant]) == (typed == meant ? [] : [meant]),
        "seed \(seed), round \(round): \(typed) \(meant)")
    }
  }
}
