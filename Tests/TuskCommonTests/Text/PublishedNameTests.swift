import Testing
import TuskCommon

/// Mentions and hashtags as servers read them.
struct PublishedNameTests {
  @Test(
    arguments: [
      ("Hi @bob", ["@bob"]), ("@bob@b.example, hello", ["@bob@b.example"]), ("(@bob)", ["@bob"]), ("@bob.", ["@bob"]),
      ("#tea and #T2", ["#tea", "#T2"]), ("#1", []), ("a@b.example", []), ("https://a.example/@bob", []), ("@", []),
      ("@ bob", []), ("# tea", []), ("@@bob", ["@bob"]), ("##tea", ["#tea"]), ("\n@bob\n#tea", ["@bob", "#tea"]),
      ("é@bob", ["@bob"]), ("日@bob", ["@bob"]), ("_@bob", ["@bob"]), ("x/@bob", ["@bob"]),
      ("http://a.example/@bob /@bob", ["@bob"]), ("see https://a.example, or/@bob", ["@bob"]),
      ("@日@bob", ["@日@bob", "@bob"]), ("@a-@b@c.d", ["@a", "@b@c.d"]), ("@-a.", ["@-a"]), ("@...", []),
      ("!tea@b.example", ["!tea@b.example"]), ("!tea", []), ("Oh!tea@b.example", []), ("Hello!", []),
      ("\u{1F418}@bob", ["@bob"]), ("＃tea ＠bob", ["＃tea", "＠bob"]),
      ("#1·swift, #2024・東京", ["#1·swift", "#2024・東京"]), ("#🍵tea #🍵", ["#🍵tea", "#🍵"]), ("#1-a", ["#1-a"]),
      ("#-tea #_", ["#-tea", "#_"]), ("#１", ["#１"]), ("#️⃣ #123! # #", []), ("#️⃣tea", ["#️⃣tea"]), ("@_x", ["@_x"]),
      ("@bob_@bob", ["@bob_@bob", "@bob"]), ("=@bob", ["@bob"]), ("#café", ["#café"]),
      ("@\u{2060}bob #\u{2060}tea", []),
      ("", []),
    ] as [(String, [String])])
  func namesAreFoundAsServersReadThem(text: String, names: [String]) {
    let found = PublishedName.all(in: text)
    #expect(found.map(\.text) == names)
    for name in found { #expect(Array(text.utf8).dropFirst(name.offset).starts(with: name.text.utf8)) }
  }

  /// Pixelfed reads names behind "RT", Friendica such with a host, and Pleroma what it does not take for e-mail.
  @Test(
    arguments: [
      ("RT@bob@v.example", ["@bob@v.example"]), ("rt@bob: x", ["@bob"]), ("RT:@bob", ["@bob"]), ("Z9@bob", ["@bob"]),
      ("x@bob@v.example hi", ["@bob@v.example"]), ("@a@b@c", ["@a@b", "@b@c", "@c"]), ("me@localhost", ["@localhost"]),
      ("bob@v.example", []), ("mail b.o+b@mail.v.example.", []), ("<a9@v.example>", []), ("mailto:a@v.example", []),
      ("C#tea", []), ("x＠bob", []), ("x!tea@b.example", []),
      ("https://a.example/@bob@v.example", ["@bob@v.example"]), ("https://a.example/@v.example", []),
    ] as [(String, [String])])
  func onlyAddressesOfEmailHideNamesBehindLetters(text: String, names: [String]) {
    #expect(PublishedName.all(in: text).map(\.text) == names)
  }

  /// Friendica reads a link behind a sign as a mention or a hashtag.
  @Test(
    arguments: [
      ("@{bob; bob@v.example} hi", ["@{bob; bob@v.example}"]), ("x!{bob@v.example}", ["!{bob@v.example}"]),
      ("@{bob", ["@{bob"]), ("@[bob](https://v.example/u/bob), x", ["@[bob](https://v.example/u/bob)"]),
      ("a@[url=https://v.example/u/bob]bob[/url]", ["@[url=https://v.example/u/bob]"]),
      ("@\\[URL=https://v.example/bob]bob[/url]", ["@\\[URL=https://v.example/bob]"]),
      ("![url=https://v.example/g]g[/url]", ["![url=https://v.example/g]"]),
      ("#[url=https://v.example/t]tea[/url]", ["#[url=https://v.example/t]"]), ("#[tea](/t)", ["#[tea](/t)"]),
      ("@<a href='https://v.example/bob'>bob</a>", ["@<a href='https://v.example/bob'>"]),
      ("!<!-- x -->bob", ["!<!-- x -->"]), ("@&#98;ob@v.example", ["@&#98;", "#98;ob@v"]),
      ("![image](https://v.example/i.png)", []), ("I @<3 it!<3", []), ("Hello! [x](y) @ [z] #", []), ("a & b!&", []),
      ("@\u{2060}{bob} @\u{2060}[bob](x)", []),
    ] as [(String, [String])])
  func linksBehindSignsAreNames(text: String, names: [String]) {
    let found = PublishedName.all(in: text)
    #expect(found.map(\.text) == names)
    #expect(PublishedName.all(in: PublishedName.defused(text, found)).isEmpty)
  }

  /// What one server takes for an address, another one ends earlier or does not recognize.
  @Test(
    arguments: [
      ("https://a.example/@bob/123", []), ("(see https://a.example/@bob)", []),
      ("a\nhttp://a.example/#/@bob?x=/#t", []),
      ("(https://a.example/~b+c,d;/@bob)", ["@bob"]), ("https://a.example/é/@bob@b.example", ["@bob@b.example"]),
      ("https://a.example/日本/@bob", ["@bob"]), ("https://a.example/a{/@bob", ["@bob"]),
      ("HTTPS://a.example/@bob", ["@bob"]), ("Http://a.example/@bob", ["@bob"]), ("https:/a.example/@bob", ["@bob"]),
      ("https://a.example/(/@bob", ["@bob"]), ("xhttps://a.example/@bob", ["@bob"]),
      (":https://a.example/@bob", ["@bob"]), ("\"https://a.example/@bob\"", ["@bob"]),
      ("\u{3000}https://a.example/@bob", ["@bob"]), ("https://a.example/=@a/@b", ["@a", "@b"]),
      ("#tea\u{A0}https://a.example/@bob", ["#tea", "@bob"]), ("#https://a.example/@bob", ["#https", "@bob"]),
      ("https://a.example/é https://a.example/@bob", []),
      ("https://a.example/x_(y)/@bob, (https://a.example/(x)/@bob)", []), ("http://127.0.0.1:80/@bob", []),
      ("https://a.example/((x))/@bob", ["@bob"]), ("https://a.example/x)/@bob", ["@bob"]),
      ("www.a.example/@bob", ["@bob"]), ("https://localhost/@bob", ["@bob"]), ("https://~.b/@bob", ["@bob"]),
      ("https://.b/@bob", ["@bob"]), ("https://a.example/../@bob", ["@bob"]), ("https://@bob", ["@bob"]),
    ] as [(String, [String])])
  func onlyWhatEveryServerTakesForAnAddressHidesNames(text: String, names: [String]) {
    #expect(PublishedName.all(in: text).map(\.text) == names)
  }

  /// A scan that begins again within the names would not end.
  @Test(arguments: ["@a-", "@a", "@a.", "@日", "#日", "!a@", "/@a", "https://a/@", "@{", "#[x]("])
  func longTextsAreReadOnce(part: String) {
    let text = String(repeating: part, count: 100_000)
    let names = PublishedName.all(in: text)
    #expect(names.allSatisfy { $0.text.utf8.count < 5000 })
    #expect(PublishedName.defused(text, names).utf8.count >= text.utf8.count)
  }

  @Test func aDefusedTextHasNoNamesAndTheSameWords() {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "@", "#", "!", "bob", "a", "1", "_", ".", "-", " ", "/", "é", "\u{1F418}", "＃", "＠", "\n", "x.example",
      "https://",
      "=", "(", "~", "$", "{", "}", "[", "[url", "]", "<", "&", "\\", ")",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let defused = PublishedName.defused(text, PublishedName.all(in: text))
      #expect(PublishedName.all(in: defused).isEmpty, "\(text.debugDescription)")
      #expect(
        defused.filter { $0 != "\u{2060}" }.unicodeScalars.filter { $0 != "\u{2060}" }.elementsEqual(
          text.unicodeScalars))
    }
  }
}
