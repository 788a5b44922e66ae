import Glibc
import TestSupport
import Testing
import TuskCommon

/// Links that lead nowhere, as the file itself or as a folder above it.
struct DanglingLinkTests {
  @Test(
    arguments: [
      ("absent", nil), ("folder/absent", nil), ("absent/file", nil), ("file", nil), ("file/below", nil),
      ("good", nil), ("good/absent", nil), ("broken", "broken"), ("broken/file", "broken"),
      ("good/broken", "good/broken"), ("chain", "chain"), ("chain/a/b", "chain"),
    ] as [(String, String?)])
  func onlyALinkToNothingIsFound(path: String, found: String?) throws {
    let folder = try TemporaryFolder()
    let root = folder.path
    try #require(mkdir("\(root)/folder", 0o700) == 0)
    close(open("\(root)/file", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    for (link, target) in [
      ("good", "folder"), ("broken", "\(root)/nowhere/at all"), ("folder/broken", "nothing"), ("chain", "broken"),
    ] {
      try #require(symlink(target, "\(root)/\(link)") == 0)
    }
    #expect(DanglingLink.first(in: "\(root)/\(path)") == found.map { "\(root)/\($0)" })
  }
}
