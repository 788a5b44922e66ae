// A libFuzzer target for the JSON reader and writer; scripts/fuzz compiles it.

import JSONValue

/// Reads an input as JSON and writes it. A trap, or a text that changes when it is read and written again, is a
/// finding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let value = try? JSON(parsing: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  let text = value.text
  guard let again = try? JSON(parsing: Array(text.utf8)) else { preconditionFailure("what was written is not JSON") }
  precondition(again == value)
  // Compares bytes, because Swift treats canonically equivalent texts as equal.
  precondition(Array(again.text.utf8) == Array(text.utf8))
  return 0
}
