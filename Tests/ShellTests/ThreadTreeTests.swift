import JSONValue
import Testing
import TuskCommon

@testable import TuskShell

/// Threads as people read them.
struct ThreadTreeTests {
  /// Statuses, each written as its identifier and that of its parent: "3<1".
  private static func statuses(_ links: String...) -> [JSON.Object] {
    links.map { link in
      let ids = link.split(separator: "<").map(String.init)
      var row: JSON.Object = ["id": .string(ids[0]), "depth": 0, "text": .string("text \(ids[0])")]
      if ids.count > 1 { row["inReplyTo"] = .string(ids[1]) }
      row["author"] = ["id": "1", "username": .string("a\(ids[0])@s.example"), "displayName": "A"]
      return row
    }
  }

  private static func text(
    _ rows: [JSON.Object], asked: String? = nil, number: Int? = nil, width: Int = 60
  ) -> String {
    let style = ReadingStyle(width: width, isColored: false, now: 0, language: "en")
    return ReadingList(style: style, firstNumber: number, asked: asked).text(of: rows, as: "status")
  }

  @Test func repliesBranchBelowTheirParent() {
    let rows = Self.statuses("1", "2<1", "3<1", "4<2", "5<2")
    #expect(
      Self.text(rows, asked: "1", number: 1) == """
         1  ▶ A  @a1@s.example
              text 1
            │
         2  ├─ A  @a2@s.example
            │  text 2
            │  │
         3  │  ├─ A  @a4@s.example
            │  │  text 4
            │  │
         4  │  └─ A  @a5@s.example
            │     text 5
            │
         5  └─ A  @a3@s.example
               text 3

        """)
  }

  @Test func aLoneReplyStaysInItsColumn() {
    let rows = Self.statuses("1", "2<1", "3<2")
    #expect(
      Self.text(rows, asked: "2", number: 1) == """
         1  A  @a1@s.example
            text 1

         2  ▶ A  @a2@s.example
              text 2

         3  A  @a3@s.example
            text 3

        """)
  }

  @Test func deepBranchesAreFolded() {
    var links = ["0"]
    for depth in 1...6 { links += ["\(depth)<\(depth - 1)", "x\(depth)<\(depth - 1)"] }
    let rows = links.flatMap { Self.statuses($0) }
    let text = Self.text(rows, number: 1)
    #expect(text.contains("└─ 4 more replies (thread 5)"), "\(text)")
    #expect(
      ReadingRow.all(in: rows).map { $0.row["id"]?.string ?? "" } == ["0", "1", "2", "3", "4", "x4", "x3", "x2", "x1"])
    #expect(Self.text(rows).contains("└─ 4 more replies (thread status:4)"))
  }

  @Test func theParentThatIsMissingIsNamed() {
    #expect(Self.text(Self.statuses("1", "3<2")).contains("↳ to status:2"))
  }

  @Test func aParentThatFollowsIsNamed() {
    #expect(Self.text(Self.statuses("2<1", "1")).contains("↳ to @a1@s.example"))
  }

  @Test func theBarsOfANarrowTreeAreInOneColumn() {
    let rows = Self.statuses("1", "2<1", "3<1", "4<2", "5<2", "6<4", "7<4")
    let lines = Self.text(rows, number: 1, width: 24).split(separator: "\n").map(Array.init)
    for (above, line) in zip(lines, lines.dropFirst()) {
      for (column, cell) in line.enumerated() where "├└".contains(cell) {
        #expect(column < above.count && "│├".contains(above[column]), "\(String(line))")
      }
    }
  }

  @Test func whatIsAboveIsNotRepeated() {
    #expect(!Self.text(Self.statuses("1", "2<1")).contains("↳"))
  }

  @Test(arguments: [["1<1"], ["1<2", "2<1"], ["1", "1<1", "1<1"], ["2<1", "1"]])
  func noOrderLosesAStatus(links: [String]) {
    let rows = links.flatMap { Self.statuses($0) }
    #expect(ThreadTree(rows).shown.count == rows.count)
  }

  @Test func aLongConversationNeedsNoStack() {
    let rows = [Self.statuses("0")[0]] + (1...5000).flatMap { Self.statuses("\($0)<\($0 - 1)") }
    let shown = ThreadTree(rows).shown
    #expect(shown.count == 5001 && shown.allSatisfy { $0.place.rest.isEmpty })
  }

  @Test(arguments: [20, 30, 60, 100])
  func noLineIsTooLong(width: Int) {
    let rows = Self.statuses("1", "2<1", "3<1", "4<2", "5<2", "6<4", "7<4", "8<6", "9<6")
    let lines = Self.text(rows, asked: "1", number: 1, width: width).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).cellWidth <= width })
  }
}
