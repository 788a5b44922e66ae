import TuskActions
import TuskLanguage
import XCallbackURL

extension Shell {
  /// What the prompt shows while a line is being typed; nothing here asks a server.
  static func advice(knowing knowledge: PromptKnowledge) -> EditLineReader.Advice {
    EditLineReader.Advice(
      complete: { text, cursor, isFurther in
        completions(of: text, at: cursor, surroundings: knowledge.surroundings, isFurther: isFurther)
      },
      recalls: { text in
        let verb = text.split(separator: " ").joined(separator: " ")
        return !catalog.signatures(verb: verb).contains { $0.worstEffect.needsConfirmation }
      },
      suggest: { text in continuation(of: text) },
      usage: { text in Hint.usage(of: text, resolver: resolver()) },
      length: { text in length(ofTextIn: text, knowledge) })
  }

  /// What Tab would add to the line, if it is certain. After a whole verb, such as `post`, a longer one is not.
  private static func continuation(of text: String) -> String? {
    let verb = String(text.drop { $0 == " " })
    guard catalog.signatures(verb: verb).isEmpty, Catalog.own.signatures(verb: verb).isEmpty else { return nil }
    // What a first Tab leaves out can be certain, too. A hint adds no consent.
    let found = completions(of: text, at: text.utf8.count, isFurther: true)
    guard found.range.upperBound == text.utf8.count else { return nil }
    let typed = String(decoding: Array(text.utf8)[found.range], as: UTF8.self)
    // After a blank, several candidates share at most the `--` of flags.
    guard !typed.isEmpty || found.candidates.count == 1 else { return nil }
    guard found.candidates.count > 1 || !found.candidates.contains(where: { Completion.consent.contains($0.text) })
    else { return nil }
    guard let addition = CompletionText.common(to: found.candidates, extending: typed),
      addition.utf8.starts(with: typed.utf8)
    else { return nil }
    let rest = String(decoding: addition.utf8.dropFirst(typed.utf8.count), as: UTF8.self)
    return rest.allSatisfy(\.isWhitespace) ? nil : rest
  }

  /// The length of the status that is being typed, and the limit, as `212/500`.
  private static func length(ofTextIn line: String, _ knowledge: PromptKnowledge) -> String? {
    guard let post = Hint.postText(of: line, resolver: resolver()) else { return nil }
    let limits = knowledge.limits
    let length = limits.length(of: post.text, warning: post.warning)
    return post.isLimited ? "\(length.characters)/\(length.limit)" : "\(length.characters)"
  }
}
