import JSONValue
import TuskLanguage
import XCallbackURL

/// What a post begins with: the text of an edited status, or what is answered or quoted.
struct WritingOrigin {
  private(set) var post: WrittenPost
  /// Who is answered or quoted; `nil` for nobody.
  private(set) var author: String?
  /// What the person is told above the head.
  private(set) var comment: String?

  /// - Parameter read: reads the record that a line returns.
  /// - Throws: ``Failure`` if the status cannot be read.
  init(
    of command: WritingCommand, reading read: (_ line: String) throws(Failure) -> JSON.Object
  ) throws(Failure) {
    post = command.post
    guard let subject = command.subject else { return }
    if command.edits || command.redrafts {
      take(source: try read("get source \(subject)"), isWhole: command.redrafts)
      return
    }
    let status = try read("get status \(subject)")
    let name = (status["author"] ?? status["account"])?["username"]?.string ?? ""
    author = name.isEmpty ? subject : "@\(name.drop { $0 == "@" })"
    let warning = status["cw"]?.string ?? ""
    let words = warning.isEmpty ? "\"\((status["text"]?.string ?? "").prefix(60))\"" : "behind a warning: \(warning)"
    comment = "\(command.replies ? "to" : "quotes") \(author ?? ""): \(words)"
    guard command.replies else { return }
    // Others may be wider than what the account usually has; the reply action keeps to the narrower of the two.
    let visibility = status["visibility"]?.string ?? ""
    if post.visibility.isEmpty, ["private", "direct"].contains(visibility) { post.visibility = visibility }
    if post.warning.isEmpty { post.warning = status["cw"]?.string ?? "" }
    if post.language.isEmpty { post.language = status["language"]?.string ?? "" }
  }

  /// - Parameter isWhole: whether the post replaces the status, not only its text.
  private mutating func take(source: JSON.Object, isWhole: Bool) {
    post.text = source["text"]?.string ?? ""
    post.warning = source["cw"]?.string ?? ""
    post.language = source["language"]?.string ?? ""
    guard isWhole else { return }
    post.visibility = source["visibility"]?.string ?? ""
    post.media = (source["media"]?.array ?? []).compactMap { medium in
      medium["id"]?.string.map { WrittenPost.Medium(source: "media:\($0)") }
    }
  }

  /// The command that posts a deleted status anew, with its poll.
  static func command(replacing source: JSON.Object) -> String {
    var words = ["post"]
    if let id = source["inReplyTo"]?.string {
      // A server chooses identifiers, and the line is run: nothing in one may end its word.
      let parent = Reference(.status, Text([.literal(id)]), form: .kind)
      words.append("reply=\(Value(.reference(parent), Span(0, 0)).source)")
    }
    if source["sensitive"]?.bool == true { words.append("--sensitive") }
    let options = (source["poll"]?.array ?? []).compactMap(\.string)
    guard !options.isEmpty else { return words.joined(separator: " ") }
    words.append("poll=[\(options.map(Value.quoted).joined(separator: " "))]")
    if let time = source["expires"]?.string { words.append("expires=\(time)") }
    if source["multiple"]?.bool == true { words.append("--multiple") }
    return words.joined(separator: " ")
  }
}
