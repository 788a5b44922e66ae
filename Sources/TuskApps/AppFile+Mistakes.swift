import TuskLanguage

extension String {
  /// The trimmed parts before and after the first occurrence of a separator; `nil` if there is none.
  func halved(at separator: String) -> (left: String, right: String)? {
    guard let place = firstRange(of: separator) else { return nil }
    return (self[..<place.lowerBound].trimmed, self[place.upperBound...].trimmed)
  }

  var isAppName: Bool {
    !isEmpty
      && utf8.allSatisfy { (Lexer.isLetter($0) && $0 & 0x20 != 0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  var isActionName: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { String($0).isFieldName }
  }

  var isFieldName: Bool {
    !isEmpty
      && utf8.allSatisfy {
        Lexer.isLetter($0) || Lexer.isDigit($0) || "-_.".utf8.contains($0)
      }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = firstIndex { $0 != " " } ?? endIndex
    let end = lastIndex { $0 != " " }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}

extension Diagnostic {
  static func notBegun(_ span: Span) -> Diagnostic {
    Diagnostic(.missingArg, at: span, "the file must begin with 'app NAME'")
  }

  static func twice(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(.duplicateParam, at: span, "duplicate '\(word)'")
  }

  static func badName(_ rest: Spanned<String>) -> Diagnostic {
    Diagnostic(.typeMismatch, at: rest.span, "'\(rest.value)' is not a valid name")
  }

  static func unknownWord(_ word: Spanned<String>, _ known: [String]) -> Diagnostic {
    let near = NearWords.near(word.value, among: known)
    return Diagnostic(
      .typeMismatch, at: word.span, "'\(word.value)' is not one of \(known.joined(separator: ", "))",
      edits: near.first.map { [Edit(word.span, $0)] } ?? [], near: near)
  }

  static func notShared(_ rest: Spanned<String>) -> Diagnostic {
    Diagnostic(.unknownName, at: rest.span, "there is no common parameter '\(rest.value)'")
  }

  static func badCondition(_ rest: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: rest.span, "expected 'destroys NAME=A|B' (a one-of parameter) or 'destroys NAME' (a boolean)")
  }

  static func noWords(_ rest: Spanned<String>) -> Diagnostic {
    Diagnostic(.missingArg, at: rest.span, "missing description; write it after two spaces")
  }

  static func noKind(_ rest: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: rest.span,
      "expected 'NAME TYPE  DESCRIPTION'; the types are text, prose, integer, number, boolean, date, list, url, "
        + "data, secret, json and one-of A|B"
    )
  }

  static func incomplete(_ name: Spanned<String>, _ missing: [String]) -> Diagnostic {
    Diagnostic(.missingArg, at: name.span, "'\(name.value)' has no \(missing.joined(separator: " and no "))")
  }
}
