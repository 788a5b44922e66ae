package import XCallbackURL

/// What the words of other programs and languages mean here, for help.
package enum MeaningsOfOthers {
  /// Our verb for a verb of another program; `nil` if the word is unknown.
  package static func verb(for words: String, in catalog: Catalog) -> String? {
    let action = catalog.signatures.first { signature in signature.elsewhere.contains { $0.word == words } }
    return action?.verbs.first ?? LineOfOthers.ourVerb(for: words)
  }

  /// Our step on rows for that of another language, which is `nil` if no single step does the same, and a clause that
  /// says what does; `nil` if the word is unknown.
  package static func step(for word: String) -> (ours: String?, advice: String)? {
    StepOfOthers.named(word).map { (ours: $0.ours, advice: $0.advice) }
  }
}
