import TestSupport
import Testing
import TuskApps
import TuskLanguage
import XCallbackURL

/// Descriptions that were cut, torn and scribbled on: each is read, or says what is wrong and where.
struct AppFileMutationTests {
  private let folder: TemporaryFolder
  private let library: AppLibrary

  private static let file = """
    app notes
      title My Notes
      summary Notes on paper.
      scheme my-notes
      booleans YES NO
      takes token? secret  what proves it

    # says something
    action note/add
      summary Adds a note.
      effect write
      destroys place=bottom
      takes text prose  the note
      takes place? one-of top|bottom = top  where it goes
      gives id integer  its number

    """

  init() throws {
    folder = try TemporaryFolder()
    library = AppLibrary(folder: folder.path)
  }

  private func read(_ bytes: [UInt8]) throws {
    try write(bytes, toFile: "\(folder.path)/notes.app")
    do throws(Diagnostic) {
      let app = try library.app(named: "notes")
      #expect(app?.name == "notes")
      #expect(app?.catalog.signatures.count == app?.actions.count)
    } catch {
      let fault = error
      let source = try #require(fault.source)
      #expect(fault.span.start <= fault.span.end && fault.span.end <= source.bytes.count)
      #expect(!fault.rendered(in: source).isEmpty)
    }
  }

  @Test func everyPrefixAndEverySuffixIsReadOrSaysWhy() throws {
    let bytes = Array(Self.file.utf8)
    for count in 0...bytes.count {
      try read(Array(bytes.prefix(count)))
      try read(Array(bytes.suffix(count)))
    }
  }

  @Test(arguments: [0, 9, 0x0D, 0x20, 0x23, 0x3D, 0x3F, 0x7C, 0x80, 0xC3, 0xFF] as [UInt8])
  func everyByteMayBeAnother(byte: UInt8) throws {
    let bytes = Array(Self.file.utf8)
    for place in bytes.indices {
      var other = bytes
      other[place] = byte
      try read(other)
    }
  }

  @Test func everyLineMayBeMissingOrStandTwiceOrElsewhere() throws {
    let lines = Self.file.split(separator: "\n", omittingEmptySubsequences: false)
    for place in lines.indices {
      for other in lines.indices {
        var moved = lines
        moved.insert(moved.remove(at: place), at: other)
        try read(Array(moved.joined(separator: "\n").utf8))
        var twice = lines
        twice.insert(lines[place], at: other)
        try read(Array(twice.joined(separator: "\n").utf8))
      }
    }
  }
}
