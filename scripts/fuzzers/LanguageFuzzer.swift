// A libFuzzer target for the command language. It is compiled by hand, each module with coverage, because SwiftPM
// cannot link a program whose main function is the fuzzer's:
//
//     swiftc -O -wmo -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
//       -package-name tusk -sanitize=fuzzer,address -I B -module-name M \
//       -emit-module -emit-module-path B/M.swiftmodule -c $(find Sources/M -name "*.swift") -o B/M.o
//
// for M = JSONValue, XCallbackURL, TuskLanguage, and then this file with the three objects.

import JSONValue
import TuskLanguage
import XCallbackURL

/// Reads an input in every mode of the language. A trap, an endless loop, or a round trip or formatting that changes
/// the tree is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzLanguage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = Source(name: "fuzz.tsk", bytes: bytes)
  for diagnostic in Parser.check(source).prefix(4) { show(diagnostic, in: source) }
  let text = String(decoding: bytes, as: UTF8.self)
  _ = Completion(of: text, at: text.utf8.count, resolver: resolver)
  guard let statements = try? Parser.parse(source, mode: .repl) else { return 0 }
  precondition((try? Parser.parse(Source(statements.source), mode: .repl))?.json == statements.json)
  checkLayout(of: source, statements)
  var checker = Checker(resolver: resolver, arguments: ["1", "2"], mode: .prompt)
  for diagnostic in checker.check(statements, in: source).prefix(4) { show(diagnostic, in: source) }
  _ = Effects(of: statements, resolver: resolver).json.text
  for statement in statements {
    guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first else { continue }
    do throws(Diagnostic) {
      for url in try resolver.resolve(command).urls { _ = try? CallbackURL(parsing: url.description) }
    } catch {
      show(error, in: source)
    }
  }
  return 0
}

private func show(_ diagnostic: Diagnostic, in source: Source) {
  precondition(diagnostic.span.start >= 0 && diagnostic.span.start <= diagnostic.span.end)
  precondition(diagnostic.span.end <= source.bytes.count)
  _ = diagnostic.rendered(in: source)
  _ = diagnostic.json(in: source).text
}

/// A formatted script means the same, keeps its comments, and does not change when formatted again.
private func checkLayout(of source: Source, _ statements: [Statement]) {
  guard let once = try? Formatter.formatted(source) else { return }
  precondition((try? Parser.parse(Source(once)))?.json == statements.json)
  precondition((try? Formatter.formatted(Source(once))) == once)
}

private let resolver = Resolver(catalog: catalog, options: [Parameter("json", .boolean, "as JSON")])

/// Actions with every type of parameter.
private let catalog = Catalog(
  [
    Signature(
      action: "act", verbs: ["act", "act on"], summary: "", example: "", effect: .read,
      subject: .init(kind: .account, id: "accountID", url: "accountURL", acct: "acct"),
      parameters: [
        Parameter("accountID", .identifier(.account), place: .subject, ""),
        Parameter("accountURL", .url, place: .subject, ""), Parameter("acct", .acct, place: .subject, ""),
        Parameter("text", .text, place: .operand, ""), Parameter("count", .integer(1...9), ""),
        Parameter("for", .duration, ""), Parameter("at", .time, ""), Parameter("as", .choice(["a", "b"]), ""),
        Parameter("file", .file, ""), Parameter("media", .attachment, isRepeatable: true, ""),
      ], items: .init(ids: "ids", record: person)),
    Signature(
      action: "fav", verbs: ["fav"], summary: "", example: "", effect: .read,
      subject: .init(kind: .status, id: "id", url: "url"),
      parameters: [
        Parameter("id", .identifier(.status), place: .subject, ""), Parameter("url", .url, place: .subject, ""),
      ], record: status),
  ], records: [person])

private let person = RecordShape(
  "account", kind: .account, spelling: "acct",
  fields: [
    Signature.ResultField("id", .identifier(.account), ""), Signature.ResultField("acct", .acct, ""),
    Signature.ResultField("bot", .boolean, ""), Signature.ResultField("status", .record("status"), ""),
  ])

private let status = RecordShape(
  "status", kind: .status,
  fields: [
    Signature.ResultField("id", .identifier(.status), ""), Signature.ResultField("boosts", .integer, ""),
    Signature.ResultField("account", .record("account"), ""), Signature.ResultField("posted", .time, ""),
    Signature.ResultField("media", .list(.text), isOptional: true, ""),
  ])
