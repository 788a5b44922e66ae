// A libFuzzer target for the reader and the writer of x-callback URLs; scripts/fuzz compiles it.

import XCallbackURL

/// Reads an input as a URL in both modes and writes the result. A trap, a URL that only the strict mode accepts, or a
/// value that changes in a round trip is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzCallbackURL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if let strict = try? CallbackURL(parsing: text, mode: .strict) {
    guard let lenient = try? CallbackURL(parsing: text, mode: .lenient) else { preconditionFailure("not lenient") }
    precondition(isSame(strict.description, text) && isSame(lenient.description, text))
    precondition(isSame(lenient.action, strict.action) && areSame(lenient.pairs, strict.pairs))
  }
  guard let url = try? CallbackURL(parsing: text, mode: .lenient) else { return 0 }
  checkWriting(url)
  checkNesting(url)
  return 0
}

/// A written URL reads back as the same action and pairs, followed by any appended ones.
private func checkWriting(_ url: CallbackURL) {
  let built = CallbackURL(scheme: url.scheme, action: url.action, pairs: url.pairs)
  let extra = [CallbackURL.Pair("a b", "&=#%+\u{1F418}"), CallbackURL.Pair("alone", nil)]
  // Escaping makes the URL longer, and the size limits apply to it, too.
  guard let read = readBack(built), let longer = readBack(built.appending(extra)) else { return }
  // One `/` at either end of an action is ignored, so an action that consists of one is empty.
  precondition(isSame(read.action, built.action) || built.action.hasPrefix("/") || built.action.hasSuffix("/"))
  precondition(areSame(read.pairs, built.pairs))
  precondition(areSame(longer.pairs, built.pairs + extra))
}

/// A URL nested in a URL nested in a URL is recovered byte for byte.
private func checkNesting(_ url: CallbackURL) {
  let inner = CallbackURL(scheme: "b", action: "inner", pairs: [CallbackURL.Pair("x-success", url.description)])
  let outer = CallbackURL(scheme: "a", action: "outer", pairs: [CallbackURL.Pair("x-success", inner.description)])
  guard let read = readBack(outer), let innerText = read.pairs[0].value,
    let readInner = try? CallbackURL(parsing: innerText)
  else { return }
  precondition(isSame(readInner.pairs[0].value, url.description))
}

/// Reads what was written, strictly; `nil` only if it exceeds the size limit.
private func readBack(_ url: CallbackURL) -> CallbackURL? {
  do {
    return try CallbackURL(parsing: url.description, mode: .strict)
  } catch {
    precondition(url.description.utf8.count > CallbackURL.longestText || url.pairs.count > CallbackURL.mostPairs)
    return nil
  }
}

/// Compares bytes, because Swift treats canonically equivalent texts as equal.
private func isSame(_ one: String?, _ other: String?) -> Bool {
  one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
}

private func areSame(_ some: [CallbackURL.Pair], _ others: [CallbackURL.Pair]) -> Bool {
  some.count == others.count
    && zip(some, others).allSatisfy { isSame($0.name, $1.name) && isSame($0.value, $1.value) }
}
