extension String.UnicodeScalarView {
  /// The end of an emoji flag that starts here and is spelled in tag characters, such as that of Scotland: a black flag,
  /// the code of a region, and a terminator. Elsewhere tag characters are invisible text.
  package func tagFlagEnd(from start: Index) -> Index? {
    guard self[start] == "\u{1F3F4}" else { return nil }
    let tags = self[index(after: start)...].prefix { $0.isRegionTag }
    guard (3...6).contains(tags.count), tags.endIndex < endIndex, self[tags.endIndex] == "\u{E007F}" else { return nil }
    return index(after: tags.endIndex)
  }
}

extension Unicode.Scalar {
  /// Whether it is the tag of a small letter or a digit.
  fileprivate var isRegionTag: Bool { (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value) }
}
