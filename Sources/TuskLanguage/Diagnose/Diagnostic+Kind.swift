extension Diagnostic {
  /// The kind of a mistake; scripts may rely on its name.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case adjacent, backslash
    case badDollar = "bad-dollar"
    case badEscape = "bad-escape"
    case badFlag = "bad-flag"
    case badHead = "bad-head"
    case badIndent = "bad-indent"
    case badRedirect = "bad-redirect"
    case badUnicodeEscape = "bad-unicode-escape"
    case badURL = "bad-url"
    case badUTF8 = "bad-utf8"
    case bidiChar = "bidi-char"
    case commaInList = "comma-in-list"
    case conflictingArgs = "conflicting-args"
    case controlChar = "control-char"
    case doubleDash = "double-dash"
    case duplicateParam = "duplicate-param"
    case emptyParam = "empty-param"
    case emptyPipe = "empty-pipe"
    case emptyRef = "empty-ref"
    case emptySub = "empty-sub"
    case endless
    case flagNeedsValue = "flag-needs-value"
    case flagValue = "flag-value"
    case foreignValue = "foreign-value"
    case forNeedsList = "for-needs-list"
    case interrupted
    case invisibleChar = "invisible-char"
    case metaInScript = "meta-in-script"
    case misplaced
    case missingArg = "missing-arg"
    case missingEquals = "missing-equals"
    case missingIn = "missing-in"
    case missingName = "missing-name"
    case missingOperand = "missing-operand"
    case missingValue = "missing-value"
    case mixedAndOr = "mixed-and-or"
    case notRunnable = "not-runnable"
    case opSpacing = "op-spacing"
    case outOfRange = "out-of-range"
    case paramSpace = "param-space"
    case reservedChar = "reserved-char"
    case reservedName = "reserved-name"
    case shortFlag = "short-flag"
    case singleEquals = "single-equals"
    case smartQuote = "smart-quote"
    case strayCatch = "stray-catch"
    case strayClose = "stray-close"
    case strayElse = "stray-else"
    case strayEnd = "stray-end"
    case textAfterOpen = "text-after-open"
    case textCloseNotAlone = "text-close-not-alone"
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case tooManyArgs = "too-many-args"
    case trailingWords = "trailing-words"
    case typeMismatch = "type-mismatch"
    case unknownField = "unknown-field"
    case unknownName = "unknown-name"
    case unknownParam = "unknown-param"
    case unknownVerb = "unknown-verb"
    case unreachable
    case unreadable
    case unterminatedBlock = "unterminated-block"
    case unterminatedList = "unterminated-list"
    case unterminatedParen = "unterminated-paren"
    case unterminatedString = "unterminated-string"
    case unterminatedText = "unterminated-text"
    case wrongKind = "wrong-kind"
    /// At run time: a destructive effect that was not confirmed.
    case needsConfirmation = "needs-confirmation"
    /// At run time: an action that failed.
    case failed
    /// At run time: an `expect` whose condition is false.
    case expectation = "expect"
  }
}
