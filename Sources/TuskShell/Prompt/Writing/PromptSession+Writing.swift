import Glibc
import JSONValue
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Posts that a person writes in an editor.
extension PromptSession {
  /// A post that is being written.
  private struct Writing {
    let draft: PostDraft
    /// The file before the person changed it; `nil` if it need not be changed.
    var start: [UInt8]?
    /// Who is answered or quoted; `nil` for nobody.
    var author: String?
    /// The status that the author wrote.
    var subject: String?
    /// What the line that posts it begins with.
    var blanks = ""
    /// What a draft had that was opened again; `nil` for a new one.
    var kept: [UInt8]?
  }

  /// What follows when the person has left the editor.
  private enum Next {
    case edit
    case post(WrittenPost, WritingCommand)
    case keep
    /// Nothing is posted, for this reason.
    case drop(String)
  }

  /// The command whose text is written in an editor; `nil` for other lines, and where nobody could write.
  func writing(in input: ParsedSource) -> WritingCommand? {
    guard canWrite, !isDefined(input) else { return nil }
    return WritingCommand(input, Shell.resolver())
  }

  private var canWrite: Bool { shell.questionsAtTerminal != nil && shell.terminal.isTerminal(.output) }

  /// Whether a verb of an earlier line is all that runs.
  private func isDefined(_ input: ParsedSource) -> Bool {
    let word = input.source.text.split(whereSeparator: \.isWhitespace).first.map(String.init)
    return word.map { execution.definedVerbs.contains($0) } ?? false
  }

  /// Opens the editor for a new post.
  mutating func writePost() {
    let input = ParsedSource(Source(WrittenPost().command), mode: .repl)
    guard canWrite, let command = WritingCommand(input, Shell.resolver()) else {
      return report("an editor needs a terminal; 'post TEXT' posts a text")
    }
    write(command)
  }

  /// Opens the editor for a command, and posts what the person agrees to.
  ///
  /// - Parameter blanks: what the typed line begins with.
  mutating func write(_ command: WritingCommand, after blanks: String = "") {
    do throws(Failure) {
      // Nothing is asked of the server for an editor that is not there.
      _ = try TextEditor(settings.editor, shell.environment)
      let origin = try WritingOrigin(of: command) { line throws(Failure) in try record(line) }
      let comments = [origin.comment, "Change what you like. An empty text posts nothing."].compactMap(\.self)
      let page = origin.post.page(comments, command.fields, limit: limit)
      finish(
        Writing(
          draft: try newDraft(page), start: Array(page.utf8), author: origin.author, subject: command.subject,
          blanks: blanks))
    } catch {
      end(shell.reporter(isScript: false).report(error))
    }
  }

  /// The record that a line returns.
  private func record(_ line: String) throws(Failure) -> JSON.Object {
    guard let url = Shell.resolver().url(of: line) else { return [:] }
    return try execution.record(of: url)
  }

  /// How many characters the server takes.
  private var limit: Int { knowledge.limits.length(of: "", warning: "").limit }

  private func newDraft(_ page: String) throws(Failure) -> PostDraft {
    guard shell.options.isPrivate else { return try drafts.begin(page) }
    let draft = PostDraft.temporary(in: shell.environment.state)
    try draft.write(page)
    return draft
  }

  /// Lets the person write until they post, keep or drop it.
  private mutating func finish(_ writing: Writing) {
    var writing = writing
    while true {
      switch edited(writing) {
      case .edit: writing.start = nil
      case .post(let post, let command):
        let isPosted = send(post, command, of: writing)
        return isPosted ? writing.draft.remove() : keep(writing.draft)
      case .keep: return keep(writing.draft)
      case .drop(let reason):
        shell.streams.report("nothing was posted\(reason.isEmpty ? "" : ": \(reason)")\n")
        return drop(writing)
      }
    }
  }

  /// Removes a new draft. One that was opened again stays, with what it had if its text is gone.
  private func drop(_ writing: Writing) {
    guard let kept = writing.kept else { return writing.draft.remove() }
    if let bytes = try? writing.draft.bytes(), !WrittenPost.hasText(bytes) {
      try? writing.draft.write(String(decoding: kept, as: UTF8.self))
    }
    keep(writing.draft)
  }

  private func keep(_ draft: PostDraft) {
    guard let number = draft.number else {
      draft.remove()
      return shell.streams.report("nothing was posted, and a private session keeps no drafts\n")
    }
    shell.streams.report("the draft is kept; to open it again: draft \(number)\n")
  }

  /// Opens the editor once, and asks about what it left.
  private mutating func edited(_ writing: Writing) -> Next {
    do throws(Failure) {
      try edit(writing.draft.path)
    } catch {
      end(shell.reporter(isScript: false).report(error))
      // What cannot be read may be all that there is of the text.
      guard let bytes = try? writing.draft.bytes() else { return .keep }
      return bytes != writing.start && WrittenPost.hasText(bytes) ? .keep : .drop("")
    }
    do throws(Failure) {
      let bytes = try writing.draft.bytes()
      guard bytes != writing.start else {
        return .drop(WrittenPost.hasText(bytes) ? "nothing was changed" : "the text is empty")
      }
      // A text in the wrong place is a mistake, and not lost.
      let (post, command) = try self.post(in: bytes)
      guard !post.text.isEmpty else { return .drop("the text is empty") }
      // The person may have named another status.
      let author = command.subject == writing.subject ? writing.author : nil
      shell.streams.write(preview(of: post, command, author: author))
      return next(after: .post(command, keeping: writing.draft.number != nil), posting: (post, command))
    } catch {
      end(shell.reporter(isScript: false).report(error))
      return next(after: .correct, posting: nil)
    }
  }

  private func edit(_ path: String) throws(Failure) {
    execution.display.endPaging()
    let line = (try? PostDraft.lineOfText(in: path)) ?? 1
    try shell.edit(path, at: line, in: TextEditor(settings.editor, shell.environment))
  }

  /// Lets the person change the line that they type, in their editor.
  var editLine: (_ text: String) -> String? {
    let (shell, command) = (shell, settings.editor)
    return { text in
      let draft = PostDraft.temporary(in: shell.environment.state)
      defer { draft.remove() }
      do throws(Failure) {
        try draft.write(text + "\n")
        try shell.edit(draft.path, in: TextEditor(command, shell.environment))
        let edited = PastedText.cleaned(String(decoding: try draft.bytes(), as: UTF8.self))
        return edited == text ? nil : edited
      } catch {
        _ = shell.reporter(isScript: false).report(error)
        return nil
      }
    }
  }

  private func post(in bytes: [UInt8]) throws(Failure) -> (WrittenPost, WritingCommand) {
    let command = try WrittenPost(reading: bytes, visibilities: nil).command
    let input = ParsedSource(Source(command), mode: .repl)
    guard let writing = WritingCommand(input, Shell.resolver(), isDraft: true),
      writing.post == WrittenPost(command: writing.post.command)
    else { throw .noWriting(command) }
    var post = try WrittenPost(reading: bytes, visibilities: writing.visibilities)
    // As it is written, a comment could end it, of which the text would become a part.
    post.command = writing.post.command
    return (post, writing)
  }

  private func next(after question: WritingQuestion, posting post: (WrittenPost, WritingCommand)?) -> Next {
    guard let terminal = shell.questionsAtTerminal else { return .keep }
    let reply = shell.interrupts.whileRunning { await question.answer(at: terminal) }
    switch reply {
    case .post:
      guard let post else { return .keep }
      return .post(post.0, post.1)
    case .edit: return .edit
    case .keep: return .keep
    case .drop: return .drop("")
    }
  }

  /// The post as it will appear.
  private func preview(of post: WrittenPost, _ command: WritingCommand, author: String?) -> String {
    let isPlain = settings.isOn(.plain)
    let (length, limit) = knowledge.limits.length(of: post.text, warning: post.warning)
    let target = author.map { command.replies ? (isPlain ? "reply to \($0)" : "↳ to \($0)") : "quotes \($0)" }
    let room = "\(length)\(isPlain ? " of " : "/")\(limit)\(length > limit ? " (too long)" : "")"
    let parts = [target ?? post.command, post.visibility, room]
    let head = parts.filter { !$0.isEmpty }.joined(separator: isPlain ? ", " : " · ")
    let media = post.media.map { "media: \($0.source)" + ($0.description.map { " (\($0))" } ?? "") }
    let warning: [String] = post.warning.isEmpty ? [] : ["warning: \(post.warning)"]
    let text = post.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rows = [head] + (warning + text + media).map { $0.isEmpty ? "" : "  \($0)" }
    return rows.map { TerminalText.exact($0) + "\n" }.joined()
  }

  /// Runs the line that posts it.
  ///
  /// - Returns: whether it was posted.
  private mutating func send(_ post: WrittenPost, _ command: WritingCommand, of writing: Writing) -> Bool {
    var post = post
    if command.redrafts, let subject = command.subject {
      if let obstacle = obstacle(to: post) {
        report("nothing was deleted: \(obstacle)")
        return false
      }
      do throws(Failure) {
        let source = try record("get source \(subject)")
        guard works("\(writing.blanks)\(post.command) --yes") else { return false }
        post.command = WritingOrigin.command(replacing: source)
        // What was deleted cannot be deleted again.
        if !shell.options.rehearses { try writing.draft.write(post.page([], limit: limit)) }
      } catch {
        end(shell.reporter(isScript: false).report(error))
        return false
      }
    }
    return works(writing.blanks + post.line(namesWarning: command.namesWarning))
      && !shell.options.rehearses
  }

  /// Why a server would not take a post, as far as that is known before it is sent; `nil` for no reason.
  private func obstacle(to post: WrittenPost) -> String? {
    let (length, limit) = knowledge.limits.length(of: post.text, warning: post.warning)
    if length > limit { return "the text has \(length) characters, and the server takes \(limit)" }
    let files = post.media.filter { $0.source.hasPrefix("file:") }.map { String($0.source.dropFirst("file:".count)) }
    return files.first { access($0, R_OK) != 0 }.map { "cannot read '\($0)'" }
  }

  /// Runs a line as if it were typed.
  private mutating func works(_ line: String) -> Bool {
    let errors = execution.errorCount
    run(named: ParsedSource(Source(line), mode: .repl, defined: execution.definedVerbs))
    return execution.errorCount == errors && commandCode == .success
  }
}

/// The commands of the prompt on drafts.
extension PromptSession {
  /// The drafts of the account that acts.
  private var drafts: PostDrafts { shell.drafts(of: accountName) }

  /// Says that there are drafts, such as one of a session that was killed.
  func tellOfDrafts() {
    let count = shell.options.isPrivate ? 0 : drafts.all.count
    guard count > 0 else { return }
    shell.streams.report("\(count.counting("draft is", plural: "drafts are")) kept: 'drafts' lists them\n")
  }

  /// Lists the drafts: their numbers, when they were saved, how they begin, and what they are for.
  func listDrafts() {
    let all = drafts.all
    guard !all.isEmpty else { return shell.streams.report("nothing found\n") }
    let rows = all.map { draft in
      let post = draft.post
      let words = WrittenPost.text(of: (try? draft.bytes()) ?? []).prefix(40)
      let row = "\(draft.number ?? 0)  \(LocalTime.text(draft.time))  \(words)  (\(post?.command ?? "has a mistake"))"
      return TerminalText.field(row) + "\n"
    }
    execution.display.showPaged(rows.joined())
  }

  /// Opens the editor with a draft, or deletes it.
  mutating func openDraft(_ words: [String]) {
    let deletes = words.count == 2 && words.starts(with: ["delete"])
    guard deletes || words.count == 1, let number = words.last.flatMap({ Int($0) }) else {
      return report("'draft' takes the number of a draft, which 'drafts' lists: draft 1, or: draft delete 1")
    }
    guard let draft = drafts.draft(numbered: number) else {
      return report("there is no draft \(number); 'drafts' lists them")
    }
    guard !deletes else {
      draft.remove()
      return shell.streams.report("deleted draft \(number)\n")
    }
    guard canWrite else { return report("an editor needs a terminal") }
    let (author, subject) = target(of: draft)
    finish(Writing(draft: draft, start: nil, author: author, subject: subject, kept: try? draft.bytes()))
  }

  /// What is answered or quoted by a draft, and who wrote that, if the server tells.
  private func target(of draft: PostDraft) -> (author: String?, subject: String?) {
    guard let bytes = try? draft.bytes(), let command = try? post(in: bytes).1 else { return (nil, nil) }
    let author = try? WritingOrigin(of: command) { line throws(Failure) in try record(line) }.author
    return (author, command.subject)
  }
}

extension Shell {
  /// Lets the person edit a file, and waits until they have left the editor.
  fileprivate func edit(_ path: String, at line: Int = 1, in editor: TextEditor) throws(Failure) {
    streams.report(transient: nil)
    guard let terminal = ForegroundTerminal(Terminal.Stream.input.rawValue) else { throw .noTerminal() }
    try value { () async throws(Failure) in try await editor.edit(path, at: line, on: terminal) }
  }
}

extension Failure {
  fileprivate static func noTerminal() -> Failure {
    Failure(.forbidden, "the terminal belongs to another program, so no editor can have it")
  }

  fileprivate static func noWriting(_ command: String) -> Failure {
    Failure(.invalidParameter, "'command: \(command)' writes no post; write the other lines of the head below it")
  }
}
