import Glibc
import TestSupport
import Testing

@testable import XCallbackURL

/// The files that register a program with the desktop.
struct SettingsFileTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  @Test func aFileIsReplacedWhereALinkLeads() throws {
    mkdir("\(home.path)/dotfiles", 0o700)
    let (link, file) = ("\(home.path)/mimeapps.list", "\(home.path)/dotfiles/list")
    try write("old", toFile: file)
    chmod(file, 0o600)
    symlink("dotfiles/list", link)
    try TextFile.write("new", to: link)
    var facts = stat()
    #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    #expect(try text(ofFile: file) == "new")
    #expect(try names(inFolder: "\(home.path)/dotfiles") == ["list"])
    try TextFile.write(nil, to: link)
    #expect(try TextFile.read(link) == nil)
  }

  @Test func directoriesThatAreMissingAreMade() throws {
    let path = "\(home.path)/a/b/c"
    try TextFile.write("text", to: path)
    #expect(try TextFile.read(path) == "text")
  }

  @Test func aFailureNamesItsReason() throws {
    let path = "\(home.path)/list"
    symlink("nowhere", path)
    #expect(throws: Failure(.badSettings, "cannot read \(path): No such file or directory")) { try TextFile.read(path) }
    try write([0xFF], toFile: "\(home.path)/bytes")
    #expect(throws: Failure.self) { try TextFile.read("\(home.path)/bytes") }
    #expect(throws: Failure(.badSettings, "cannot read \(home.path): Is a directory")) { try TextFile.read(home.path) }
    mkdir("\(home.path)/folder", 0o700)
    #expect(throws: Failure(.badSettings, "cannot write \(home.path)/folder: Is a directory")) {
      try TextFile.write("x", to: "\(home.path)/folder")
    }
    #expect(try names(inFolder: home.path).sorted() == ["bytes", "folder", "list"])
  }
}
