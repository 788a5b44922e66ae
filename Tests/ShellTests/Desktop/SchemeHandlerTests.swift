import TestSupport
import Testing
import TuskShell
import XCallbackURL

/// The registration with the desktop.
struct SchemeHandlerTests {
  private let home: TemporaryFolder
  private let list: String

  init() throws {
    home = try TemporaryFolder()
    list = "\(home.path)/mimeapps.list"
  }

  private func handler(_ program: String = "/usr/bin/tusk") -> SchemeHandler {
    SchemeHandler(
      ProcessEnvironment(variables: [
        "HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": "\(home.path)/data",
      ]),
      program: program)
  }

  private func defaults(_ changes: [SchemeHandler.Change]) -> String? { changes.first { $0.path == list }?.text }

  private static let ours = """
    x-scheme-handler/tusk=tusk-url-handler.desktop;
    x-scheme-handler/tusker=tusk-url-handler.desktop;

    """

  @Test func theEntryNamesTheProgramAndBothSchemes() throws {
    let changes = try handler().installation()
    #expect(changes.map(\.path) == ["\(home.path)/data/applications/tusk-url-handler.desktop", list])
    let entry = try #require(changes[0].text)
    #expect(entry.contains("\nExec=/usr/bin/tusk --handle-url %u\n"))
    #expect(entry.contains("\nMimeType=x-scheme-handler/tusk;x-scheme-handler/tusker;\n"))
    #expect(defaults(changes) == "[Default Applications]\n" + Self.ours)
  }

  @Test(arguments: ["/opt/my tusk", "/opt/'tusk", "/opt/tusk;x", "/opt/%u", "/opt/tüsk"])
  func aPathThatADesktopCannotStartIsRefused(path: String) {
    #expect(throws: Failure.self) { try handler(path).installation() }
  }

  @Test(arguments: [
    ("", "[Default Applications]\n" + ours),
    (
      "# mine\n[Default Applications]\ntext/html=a.desktop;\n",
      "# mine\n[Default Applications]\ntext/html=a.desktop;\n" + ours
    ),
    (
      "[Added Associations]\nx/y=z.desktop;\n",
      "[Added Associations]\nx/y=z.desktop;\n\n[Default Applications]\n" + ours
    ),
    (
      "[Default Applications]\nx-scheme-handler/tusk=other.desktop\n\n[Added Associations]\nx/y=z.desktop;\n",
      "[Default Applications]\nx-scheme-handler/tusk=tusk-url-handler.desktop;other.desktop;\n"
        + "x-scheme-handler/tusker=tusk-url-handler.desktop;\n\n[Added Associations]\nx/y=z.desktop;\n"
    ),
  ])
  func whatElseStandsInTheListStays(before: String, after: String) throws {
    try write(before, toFile: list)
    let installed = try #require(defaults(try handler().installation()))
    #expect(installed == after)
    try write(installed, toFile: list)
    #expect(defaults(try handler().installation()) == after)
    let removed = defaults(try handler().removal())
    let expected = before.replacing("tusk=other.desktop\n", with: "tusk=other.desktop;\n")
    #expect(removed == expected)
  }

  @Test(arguments: [
    "[Default Applications]\r\nx-scheme-handler/tusk = other.desktop ; \r\ntext/html=a.desktop\r\n",
    "[Default Applications]\nx/y=z.desktop;\n[X]\n[Default Applications]\nx-scheme-handler/tusk=other.desktop\n",
    "[Default Applications]\nx-scheme-handler/tusk=other.desktop;\nx-scheme-handler/tusk=tusk-url-handler.desktop;\n",
  ])
  func aListInAnotherFormIsReadAndChanged(before: String) throws {
    try write(before, toFile: list)
    let installed = try #require(defaults(try handler().installation()))
    try write(installed, toFile: list)
    #expect(try handler().isRegistered())
    #expect(defaults(try handler().installation()) == installed)
  }

  @Test func whatFollowsTheRegistrationStaysBehindIt() throws {
    let text = "[Default Applications]\n" + Self.ours + "text/html=a.desktop;\n"
    try write(text, toFile: list)
    #expect(defaults(try handler().installation()) == text)
  }

  @Test func whereNothingIsInstalledNothingIsRemoved() throws {
    #expect(try handler().removal() == [])
    try write("[Default Applications]\ntext/html=a.desktop;\n", toFile: list)
    #expect(try handler().removal() == [])
  }
}
