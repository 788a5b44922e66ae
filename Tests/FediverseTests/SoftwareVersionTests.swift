import Testing

@testable import Fediverse

struct SoftwareVersionTests {
  @Test(arguments: [
    ("4.3.0", [4, 3, 0], false), ("v2.7.1", [2, 7, 1], false), ("3.12.2-0-g26a91d5", [3, 12, 2], false),
    ("2024.03-1557", [2024, 3], false), ("0.16.0+git-f1cbf6f", [0, 16, 0], false), ("2023.12-pre3", [2023, 12], true),
    ("20240909", [20_240_909], false), ("3.5.0rc1", [3, 5, 0], true), ("4.3.0+pr-32577-ba659d5", [4, 3, 0], false),
    ("0.2.0 31935ee", [0, 2, 0], false), ("2022.05-dev", [2022, 5], true),
    ("4.1.2+nightly-20230523", [4, 1, 2], false),
    ("4.3.0-nightly.2024-07-05-security", [4, 3, 0], true), ("2024.1.0.beta1", [2024, 1, 0], true),
    ("2024.2.0-beta.12", [2024, 2, 0], true), ("1.0.5-dev20", [1, 0, 5], true), ("24.04-dev.2", [24, 4], true),
    ("2024.1-beta2.security3+e1d25a9231", [2024, 1], true), ("2.7.0-70-g36d469cf", [2, 7, 0], false),
    ("4.0.2+glitch", [4, 0, 2], false), ("4.2.0-fork", [4, 2, 0], false), ("1.2.", [1, 2], false), ("7", [7], false),
    ("99999999999999999999999.1", [.max, 1], false), ("version 3", [3], false),
  ])
  func everySpellingIsRead(_ text: String, _ numbers: [Int], _ isEarly: Bool) throws {
    let version = try #require(SoftwareVersion(text))
    #expect(version.numbers == numbers && version.isEarly == isEarly && version.text == text)
  }

  @Test(arguments: ["", " ", "unknown", "v", "-", "\u{0}", "٤.٣"])
  func whatHoldsNoNumberIsNoVersion(_ text: String) {
    #expect(SoftwareVersion(text) == nil)
  }

  @Test func versionsStandInTheirOrder() throws {
    let texts = [
      "3.5.0-nightly.2024-01-02", "3.5.0-nightly.2024-01-03", "3.5.0-alpha.2", "3.5.0-beta", "3.5.0-beta2",
      "3.5.0-beta10", "3.5.0rc1", "3.5.0", "3.5.1", "3.10", "4", "2022.05-dev", "2022.05", "2024.03", "20240909",
    ]
    let versions = try texts.map { try #require(SoftwareVersion($0)) }
    for (index, version) in versions.enumerated() {
      for (place, other) in versions.enumerated() {
        #expect((version < other) == (index < place), "\(version) and \(other)")
        #expect((version == other) == (index == place), "\(version) and \(other)")
      }
    }
  }

  @Test(arguments: [
    ("4.3", "4.3.0"), ("4.3.0+glitch", "4.3.0+pr-1"), ("v4.3", "4.3"), ("2.7.0-70-g36d469cf", "2.7"),
    ("1.0-beta", "1.0-beta.0"), ("1.0.0-rc1+a", "1.0rc1"),
  ])
  func whatSaysTheSameIsEqual(_ left: String, _ right: String) throws {
    let (left, right) = try (#require(SoftwareVersion(left)), #require(SoftwareVersion(right)))
    #expect(left == right && left.hashValue == right.hashValue && !(left < right) && !(right < left))
  }

  @Test func earlyEditionsAreOnTheirWayToTheRelease() throws {
    let release = try #require(SoftwareVersion("4.3"))
    let nightly = try #require(SoftwareVersion("4.3.0-nightly.1"))
    let old = try #require(SoftwareVersion("4.2.9"))
    #expect(nightly < release && nightly.isTowards(release) && !old.isTowards(release) && release.isTowards(old))
  }

  @Test func hostileVersionsStayOnTheirLine() throws {
    let version = try #require(SoftwareVersion("4.3\u{1B}[31m\n\u{202E}" + String(repeating: "9", count: 5000)))
    #expect(version.text.count <= 100 && version.text.unicodeScalars.allSatisfy { $0.inert == $0 })
  }
}
