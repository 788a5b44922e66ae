import Glibc
import TestSupport
import Testing
import TuskActions
import TuskShell
import XCallbackURL

/// What the desktop is made to bring: points 5, 7 and 11 of the contract's table of attacks.
@Suite(.serialized)
struct DesktopAttackTests {
  private static let change = "tusker://x-callback-url/favoriteStatus?statusID=9&x-source=Drafts"
  private static let reading = "tusker://x-callback-url/getNotifications?x-source=Drafts"
  private static let yes = #"printf '%s\n' "asked $*" >> "$LOG"; exit 0"#

  // MARK: Schemes

  @Test("attack 05a a program has taken another one's scheme and is told what was meant for that")
  func whoeverGetsTheAnswerIsNamed() async throws {
    let desktop = try AttackDesktop(["zenity": Self.yes])
    let list = "[Default Applications]\nx-scheme-handler/drafts=thief.desktop\n"
    for folder in [".config", ".local", ".local/share", ".local/share/applications"] {
      mkdir("\(desktop.home.path)/\(folder)", 0o700)
    }
    for (name, text) in [(".config/mimeapps.list", list), (".local/share/applications/thief.desktop", "")] {
      try write(text, toFile: "\(desktop.home.path)/\(name)")
    }
    for request in [
      Self.reading + "&x-success=drafts%3A%2F%2Fx-callback-url%2Fok",
      "tusker://x-callback-url/authorize?x-source=Drafts&actions=postStatus"
        + "&x-success=drafts%3A%2F%2Fx-callback-url%2Fok",
    ] {
      _ = try await desktop.handle(request)
    }
    let questions = desktop.log.split(separator: "asked ").filter { $0.hasPrefix("--") }
    #expect(questions.count == 2)
    #expect(questions.allSatisfy { $0.contains("thief.desktop") }, "\(desktop.log)")
  }

  @Test(
    "attack 05b an answer that is ours is handed to whichever program has taken our scheme",
    arguments: ["tusk", "tusker", "TUSK"])
  func ownTrafficStaysWithin(scheme: String) async throws {
    let desktop = try AttackDesktop()
    let place = "\(scheme)%3A%2F%2Fx-callback-url%2Fcallback%2F00112233445566778899aabbccddeeff%2Fsuccess"
    let run = try await desktop.handle("tusker://x-callback-url/getAccount?accountID=2&x-success=\(place)")
    #expect(run.exit != 0 && run.errors.contains("no call is waiting for this callback"))
    #expect(desktop.log.isEmpty)
  }

  // MARK: Arguments

  @Test(
    "attack 07a what the desktop brings is an option, a command, a file or a line of a shell",
    arguments: [
      "-c", "--yes", "--help", "--version", "-", "--", "", " ", "--handle-url", "-c print 1", "-cprint 1", "post hi",
      "dismiss all --yes", "/etc/passwd", "./a.tsk", "file:///etc/passwd", "a.tsk", "@a.tsk", "$(touch pwned)",
      "`touch pwned`", ";touch pwned", "| touch pwned", "tusker://x-callback-url/favoriteStatus?statusID=9 --yes",
      " tusker://x-callback-url/favoriteStatus?statusID=9", "-tusker://x-callback-url/favoriteStatus?statusID=9",
      "tusker://x-callback-url/favoriteStatus?statusID=9\n--yes", "'tusker://x-callback-url/favoriteStatus?statusID=9'",
      "https://a.example/", "javascript:1", "tusker:favoriteStatus?statusID=9",
      "tusker://evil/favoriteStatus?statusID=9",
    ])
  func oneValueIsAURLOrNothing(argument: String) async throws {
    let desktop = try AttackDesktop()
    try write("fav status:9\n", toFile: "\(desktop.home.path)/a.tsk")
    let run = try await desktop.handle(argument)
    #expect(run.exit != 0 && run.output.isEmpty && !run.errors.isEmpty)
    #expect(desktop.server.requests.isEmpty && desktop.log.isEmpty)
    #expect(access("\(desktop.home.path)/pwned", F_OK) != 0)
  }

  @Test(
    "attack 07b further words come before or after the URL, and say yes to it",
    arguments: [
      ["--handle-url", change, "--yes"], ["--yes", "--handle-url", change], ["--handle-url=\(change)", "--yes"],
      ["--handle-url=\(change)"], ["--handle-url", change, change], ["--handle-url", "--yes", change], ["--handle-url"],
      ["--handle-url", "", change], ["--handle-url", "--", change],
    ])
  func noFurtherWordIsTaken(arguments: [String]) async throws {
    let desktop = try AttackDesktop()
    let run = try await desktop.run(arguments)
    #expect(run.exit != 0)
    #expect(desktop.server.writes.isEmpty && desktop.log.isEmpty)
  }

  @Test(
    "attack 07c a callback is made of shell words",
    arguments: [
      "$(touch pwned)", "`touch pwned`", ";touch pwned;", "&touch pwned&", "|touch pwned", "'; touch pwned; '", "\\",
      "\";touch pwned;\"", " --help -c pwned", ">pwned", "%24%28touch%20pwned%29", "*", "~", "{a,b}", "!!", "%u %f %%",
    ])
  func aCallbackIsOneWord(text: String) async throws {
    let desktop = try AttackDesktop(["zenity": "exit 0"])
    let target = "drafts://x-callback-url/ok?a=" + text.replacing("&", with: "%26")
    let url = CallbackURL(
      scheme: "tusker", action: "getCurrentInstance", pairs: [CallbackURL.Pair("x-success", target)])
    let run = try await desktop.handle(url.description)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(desktop.log.hasPrefix("gio 2 \(target)&uri=") && desktop.log.split(separator: "\n").count == 1)
    #expect(access("\(desktop.home.path)/pwned", F_OK) != 0)
  }

  @Test(
    "attack 07d the path of the program adds a line, a field code or a word to the desktop entry",
    arguments: [
      "/opt/tusk\nExec=/bin/sh", "/opt/tusk %u", "/opt/tusk\t-c", "/opt/%f/tusk", "/opt/$HOME/tusk", "/opt/tusk&",
      "/opt/`id`/tusk", "/opt/tusk\\s", "/opt/tusk\\nX", "/opt/\"tusk\"", "/opt/tu=sk", "/opt/tusk#", "/opt/~/tusk",
      "/opt/tusk (deleted)", "/opt/tusk;", "/opt/tu*sk", "/opt/tusk?", "/opt/tusk<x", "/opt/tu\u{7F}sk", "/opt/tu\rsk",
    ])
  func thePathIsOneWord(path: String) throws {
    let home = try TemporaryFolder()
    let handler = SchemeHandler(ProcessEnvironment(variables: ["HOME": home.path]), program: path)
    #expect(throws: Failure.self) { try handler.installation() }
  }

  // MARK: One click

  @Test(
    "attack 11c a link changes the account where nobody can be asked",
    arguments: [
      "favoriteStatus?statusID=9", "postStatus?text=x&silent=true&x-source=Drafts", "dismissAllNotifications?yes=true",
      "favoriteStatus?statusID=9&silent=true&x-source=tusk&access-token=00112233445566778899aabbccddeeff",
      "authorize?x-source=Drafts&actions=postStatus",
    ])
  func withoutAPersonNothingIsChanged(request: String) async throws {
    let desktop = try AttackDesktop()
    let callbacks = "&x-success=drafts%3A%2F%2Fx-callback-url%2Fok&x-error=drafts%3A%2F%2Fx-callback-url%2Fbad"
    let run = try await desktop.handle("tusker://x-callback-url/\(request)\(callbacks)")
    #expect(run.exit != 0)
    #expect(desktop.server.writes.isEmpty)
    #expect(desktop.log.hasPrefix("gio 2 drafts://x-callback-url/bad?errorCode=") || desktop.log.isEmpty)
    #expect(!desktop.log.contains("access-token"))
  }

  @Test(
    "attack 11d the window that asks breaks, ends or is closed, and that counts as a yes",
    arguments: [
      "exit 1", "exit 5", "exit 255", "kill -9 $$", "kill -15 $$", "exec \(TemporaryFolder.freshPath())",
      "echo yes; exit 1",
    ])
  func onlyAYesIsAYes(script: String) async throws {
    let desktop = try AttackDesktop(["zenity": script])
    let run = try await desktop.handle(Self.change + "&x-cancel=drafts%3A%2F%2Fx-callback-url%2Fno")
    #expect(run.exit != 0)
    #expect(desktop.server.writes.isEmpty)
    #expect(desktop.log == "gio 2 drafts://x-callback-url/no\n")
  }

  @Test("attack 11e a page opens link after link until somebody says yes")
  func nobodyIsAskedWithoutEnd() async throws {
    let desktop = try AttackDesktop(["zenity": #"echo asked >> "$LOG"; exit 1"#])
    await withTaskGroup(of: Int32.self) { group in
      for _ in 0..<12 {
        group.addTask { (try? await desktop.handle(Self.change).exit) ?? -1 }
        group.addTask { (try? await desktop.handle(Self.reading + "&x-success=bear%3Ax").exit) ?? -1 }
      }
      for await exit in group { #expect(exit != 0) }
    }
    #expect(desktop.log.split(separator: "\n").count { $0 == "asked" } <= QuestionLimit.most)
    #expect(desktop.server.requests.allSatisfy { $0 == "GET /api/v1/accounts/verify_credentials" })
  }

  /// The desktop's program carries out what a process does not take that stands still; once that goes on, it must not
  /// be carried out, or asked about, again.
  @Test("attack 11f one link is carried out twice, because the tusk that was to have it was suspended")
  func oneLinkIsOneRequest() async throws {
    let desktop = try AttackDesktop(["zenity": Self.yes])
    let terminal = try desktop.prompt()
    let process = try desktop.process()
    suspend(process)
    let run = try await desktop.handle(Self.change)
    #expect(run.exit == 0 && desktop.server.writes.count == 1)
    kill(process, SIGCONT)
    terminal.type("n\r")
    let later = "tusker://x-callback-url/getCurrentInstance?x-source=Later"
    #expect(try desktop.folder.deliver(try CallbackURL(parsing: later)))
    try terminal.expect("'Later' (unverified name) requests")
    #expect(!terminal.transcript.contains("'Drafts' (unverified name)"), "it was asked about again")
    #expect(desktop.server.writes.count == 1)
  }

  @Test(
    "attack 11g a request that fails, or is harmless, opens another app unasked",
    arguments: ["nosuch", "postStatus?bad=1", "getAccount?accountID=2"])
  func noAnswerOpensAnAppUnasked(request: String) async throws {
    let end = (request.contains("?") ? "&" : "?") + "x-error=obsidian%3A%2F%2Fa&x-success=obsidian%3A%2F%2Fb"
    let silent = try AttackDesktop()
    _ = try await silent.handle("tusker://x-callback-url/" + request + end)
    #expect(silent.log.isEmpty)
    let asking = try AttackDesktop(["zenity": #"echo asked >> "$LOG"; exit 0"#])
    for _ in 0..<8 { _ = try await asking.handle("tusker://x-callback-url/" + request + end) }
    let lines = asking.log.split(separator: "\n")
    #expect(lines.count { $0 == "asked" } == QuestionLimit.most, "\(asking.log)")
    #expect(lines.count { $0.hasPrefix("gio") } == QuestionLimit.most)
  }

  @Test("attack 11h links that are over the limit open the app whose answers were permitted")
  func whatIsOverTheLimitIsNotAnswered() async throws {
    let desktop = try AttackDesktop(["zenity": #"echo asked >> "$LOG"; exit 1"#])
    let permissions = Permissions(path: desktop.home.path + "/.config/tusk/permissions.json", now: { 1_700_000_000 })
    try await permissions.allow(answersAt: try CallbackURL(parsing: "obsidian://a"))
    for _ in 0..<QuestionLimit.most { _ = try await desktop.handle(Self.change) }
    let run = try await desktop.handle(Self.change + "&x-error=obsidian%3A%2F%2Fa")
    #expect(run.exit != 0 && run.errors.contains("not asked, because other programs"), "\(run)")
    #expect(!desktop.log.contains("gio") && desktop.server.writes.isEmpty, "\(desktop.log)")
  }

  @Test("an app whose answers were permitted gets them unasked")
  func permittedAnswersNeedNoQuestion() async throws {
    let desktop = try AttackDesktop()
    let permissions = Permissions(path: desktop.home.path + "/.config/tusk/permissions.json", now: { 1_700_000_000 })
    try await permissions.allow(answersAt: try CallbackURL(parsing: "obsidian://b"))
    _ = try await desktop.handle("tusker://x-callback-url/getAccount?accountID=2&x-success=obsidian%3A%2F%2Fb")
    #expect(desktop.log.hasPrefix("gio 2 obsidian://b?"), "\(desktop.log)")
    let other = "tusker://x-callback-url/getAccount?accountID=2&x-success=obsidian%3A%2F%2Fc"
    _ = try await desktop.handle(other)
    #expect(desktop.log.split(separator: "\n").count == 1)
  }
}
