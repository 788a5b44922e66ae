// A libFuzzer target for the JSON reader and writer; scripts/fuzz compiles it.

import JSONValue

/// Reads an input as JSON and writes it anew; a trap, or a text that does not settle after it was written once, is a
/// finding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let value = try? JSON(parsing: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  let text = value.text
  guard let again = try? JSON(parsing: Array(text.utf8)) else { preconditionFailure("what was written is not JSON") }
  precondition(again == value)
  // Bytes, because two texts are equal to Swift where they look the same.
  precondition(Array(again.text.utf8) == Array(text.utf8))
  return 0
}
