import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

@testable import TuskShell

/// What the surroundings decide: folders, the account, and who is believed before whom.
struct SettingsTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  @Test(arguments: [
    (["HOME": "/h"], "/h/.config/tusk", "/h/.local/state/tusk"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"], "/c/tusk", "/s/tusk"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""], "/h/.config/tusk", "/h/.local/state/tusk"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "../s"], "/h/.config/tusk", "/h/.local/state/tusk"),
    ([:], "//.config/tusk", "//.local/state/tusk"),
  ])
  func foldersFollowTheXDGSpecification(variables: [String: String], configuration: String, state: String) {
    let environment = ProcessEnvironment(variables: variables)
    #expect(environment.configuration == configuration)
    #expect(environment.state == state)
  }

  @Test func theProcessKnowsItsEnvironment() {
    let environment = ProcessEnvironment.ofProcess()
    #expect(environment["PATH"] == getenv("PATH").map { String(cString: $0) })
    #expect(environment["TUSK_NO_SUCH_VARIABLE"] == nil)
  }

  private func choice(_ variables: [String: String]) -> AccountChoice {
    let sandbox = SandboxServer(folder: home.path + "/sandbox", program: home.path + "/none/tusk-sandbox")
    return AccountChoice(
      environment: ProcessEnvironment(variables: variables.merging(["HOME": home.path]) { $1 }), sandbox: sandbox)
  }

  private func signIn(_ name: String, server: String) async throws {
    let account = try ActingAccount(label: nil, server: server, token: "t")
    try await choice([:]).store.add(name: name, account: account, token: "t")
  }

  @Test func theEnvironmentComesBeforeTheFile() async throws {
    try await signIn("@a@a.example", server: "a.example")
    #expect(try await choice([:]).account().label == "@a@a.example")
    let chosen = choice(["TUSK_SERVER": "b.example", "TUSK_TOKEN": "t"])
    #expect(try await chosen.account().label == "b.example")
    #expect(try await chosen.account().isSandbox == false)
    #expect(chosen.label == "b.example")
    await #expect(throws: Failure.self) { try await choice(["TUSK_SERVER": "", "TUSK_TOKEN": ""]).account() }
  }

  @Test(arguments: [
    ["TUSK_SERVER": "b.example"], ["TUSK_TOKEN": "t"], ["TUSK_SERVER": "b.example", "TUSK_TOKEN": ""],
    ["TUSK_SERVER": "", "TUSK_TOKEN": "t"],
  ])
  func halfAnEnvironmentIsNoFallback(variables: [String: String]) async throws {
    try await signIn("@a@a.example", server: "a.example")
    let failure = await #expect(throws: Failure.self) { try await choice(variables).account() }
    #expect(failure?.code == .unauthorized)
    #expect(failure?.message.contains("set both, or neither") == (variables == ["TUSK_TOKEN": "t"]))
  }

  @Test(arguments: ["ftp://b.example", "b example", "https://me:pw@b.example", "b.example:99999", "/etc/passwd"])
  func aServerThatIsNoneIsNotReplacedByAnother(server: String) async throws {
    try await signIn("@a@a.example", server: "a.example")
    await #expect(throws: Failure.self) { try await choice(["TUSK_SERVER": server, "TUSK_TOKEN": "t"]).account() }
  }

  @Test func withoutAnAccountTheSandboxIsWanted() async throws {
    let choice = choice([:])
    #expect(choice.label == "sandbox")
    let failure = await #expect(throws: Failure.self) { try await choice.account() }
    #expect(failure?.code == .network)
    #expect(failure?.message.contains("tusk login SERVER") == true)
  }

  @Test func whereNoneOfTheAccountsIsChosenTheSandboxIsNotMeant() async throws {
    try await signIn("@a@a.example", server: "a.example")
    try await signIn("@b@b.example", server: "b.example")
    try await choice([:]).store.remove("@b@b.example")
    #expect(choice([:]).label == "no account")
    let failure = await #expect(throws: Failure.self) { try await choice([:]).account() }
    #expect(failure?.message.contains("tusk use @a@a.example") == true)
  }

  @Test func theAccountOfARunIsChosenOnce() async throws {
    let inSandbox = choice([:])
    #expect(inSandbox.label == "sandbox")
    try await signIn("@a@a.example", server: "a.example")
    #expect(try inSandbox.isSandbox() && inSandbox.source() == .sandbox)
    #expect(inSandbox.label == "sandbox" && inSandbox.isOther("@a@a.example"))
    // Its sandbox does not start here, and nothing else takes its place.
    #expect(await #expect(throws: Failure.self) { try await inSandbox.account() }?.code == .network)
    let signedIn = choice([:])
    #expect(try !signedIn.isSandbox())
    try await signIn("@b@b.example", server: "b.example")
    #expect(try await signedIn.account().label == "@a@a.example")
    #expect(signedIn.label == "@a@a.example" && !signedIn.isOther("@a@a.example"))
  }

  @Test func aFileOfAccountsThatOthersCanReadIsNotPassedOver() async throws {
    try await signIn("@a@a.example", server: "a.example")
    chmod(home.path + "/.config/tusk/accounts.json", 0o644)
    let failure = await #expect(throws: Failure.self) { try await choice([:]).account() }
    #expect(failure?.message.contains("chmod 600") == true)
    #expect(choice([:]).label == "no account")
  }

  @Test func aSessionThatHasNoAccountStillAnswers() async throws {
    let session = Session.ofTest(home: home.path, variables: ["TUSK_TOKEN": "t"])
    let url = try CallbackURL(
      parsing: "tusker://x-callback-url/getCurrentUser?x-error=app%3A%2F%2Fx-callback-url%2Fbad")
    let outcome = await session.open(url, from: Origin(.person), timeout: .seconds(1))
    #expect(outcome.callback?.description.hasPrefix("app://x-callback-url/bad?errorCode=12&") == true)
    let refused = try CallbackURL(parsing: "tusker://x-callback-url/getCurrentUser?x-error=javascript%3Aa")
    #expect(await session.open(refused, from: Origin(.person), timeout: .seconds(1)).callback == nil)
  }
}
