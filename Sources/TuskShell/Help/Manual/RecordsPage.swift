import XCallbackURL

/// The manual page `tusk-records`: the fields of what verbs return.
struct RecordsPage {
  private let help: HelpText

  /// A page is 80 columns wide, of which the margin takes 7.
  init(_ catalog: Catalog) {
    help = HelpText(catalog, width: 73)
  }

  var text: String {
    Roff.head("tusk-records", section: 7, of: "Miscellaneous", "the records that the verbs of tusk return") + """
      .SH DESCRIPTION
      These are the fields of results in variables, of the items of lists as JSON, and of the JSON that programs in a pipe
      read. With
      .BR \\-\\-json ,
      a command that returns one record prints the fields that its callback has. Each time is a number of seconds since 1970
      and, in a second field, the same time in
      RFC 3339. A question mark follows the names of fields that may be missing. A field is never removed and never changes its
      type.
      .B tusk help records
      .I NAME
      shows one record.
      .SH RECORDS

      """
      + help.records.map { ".SS \(Roff.escaped($0.name))\n" + Roff.verbatim(closed($0.page)) }
      .joined() + """
        .SH SEE ALSO
        .BR tusk (1),
        .BR tusk\\-verbs (7),
        .BR tsk (5)

        """
  }

  /// The page of a record without blank lines.
  private func closed(_ page: String) -> String { String(page.replacing("\n\n", with: "\n").dropLast()) }
}
