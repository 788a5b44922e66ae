import Foundation
import TestSupport
import Testing
import TuskApps
import TuskLanguage
import XCallbackURL

/// The descriptions that come with the program.
struct BundledAppsTests {
  private let library = AppLibrary(folder: TemporaryFolder.freshPath())

  /// The folder with the files, beside this one's.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Sources/TuskApps/Apps").standardizedFileURL

  @Test func everyFileIsInTheProgram() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.filter { $0.hasSuffix(".app") }.map { String($0.dropLast(4)) }.sorted() == library.names)
    #expect(library.names.count >= 10)
  }

  @Test(arguments: AppLibrary(folder: TemporaryFolder.freshPath()).names)
  func everyDescriptionCanBeRead(name: String) throws {
    let app = try #require(try library.app(named: name))
    #expect(app.name == name && !app.actions.isEmpty)
    #expect(app.summary.hasSuffix("."))
    for action in app.actions { #expect(action.summary.hasSuffix("."), "\(action.name)") }
  }
}
