import Glibc
import TestSupport
import Testing
import XCallbackURL

@testable import TuskShell

/// Which program a person writes in.
struct TextEditorTests {
  @Test(
    arguments: [
      ("vim -n", ["VISUAL": "code", "EDITOR": "ed"], ["vim", "-n"]),
      (nil, ["VISUAL": "code -w", "EDITOR": "ed"], ["code", "-w"]),
      (nil, ["VISUAL": "", "EDITOR": "ed"], ["ed"]), (nil, ["VISUAL": " ", "EDITOR": " ed "], ["ed"]),
    ] as [(String?, [String: String], [String])])
  func settingWinsOverVariables(command: String?, variables: [String: String], words: [String]) throws {
    #expect(try TextEditor(command, ProcessEnvironment(variables: variables)).words == words)
  }

  @Test func installedEditorIsFound() throws {
    let home = try TemporaryFolder()
    let environment = ProcessEnvironment(variables: ["PATH": home.path])
    #expect(throws: Failure.self) { try TextEditor(nil, environment) }
    for name in ["nano", "vi", "sensible-editor"] {
      try write("", toFile: "\(home.path)/\(name)")
      chmod("\(home.path)/\(name)", 0o755)
      #expect(try TextEditor(nil, environment).words == [name])
    }
  }
}
