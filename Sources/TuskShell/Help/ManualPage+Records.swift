import TuskCommon
import XCallbackURL

/// What answers contain, for programs that read them.
extension ManualPage {
  /// What the callback of a list has next to its rows.
  var callbacks: String {
    let missing = Shortfall.documented.map { ".TP\n.B \(roff($0.name))\n\(roff($0.summary))\n" }
    return """
      .PP
      With
      .BR items=true ,
      their callbacks contain the records as
      .B items
      and, if there are more, where the list continues as
      .BR next ,
      the value of
      .B page
      in the next request. If something is missing, the command says so on standard error, and the callback has some of these:

      """ + missing.joined()
  }

  /// The fields of records, which JSON and variables have.
  var records: String {
    """
    .SH RECORDS
    These are the fields of results in variables, of the items of lists as JSON, and of the JSON that programs in a pipe
    read. A command that returns a single record prints with
    .B \\-\\-json
    its result, as the callback has it. Each time is a number of seconds since 1970 and, in a second field, the same time in
    RFC 3339.

    """ + help.records.map { ".SS \(roff($0.name))\n" + verbatim($0.page) }.joined()
  }
}
