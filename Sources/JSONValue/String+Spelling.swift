extension StringProtocol {
  /// Whether two names, URLs, paths or keys are the same: by their bytes, because `==` also takes texts for one that
  /// Unicode calls equivalent.
  package func isSpelled(like other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether the text begins with the bytes of another one, whatever marks follow them.
  package func begins(with start: String) -> Bool {
    utf8.starts(with: start.utf8)
  }
}
