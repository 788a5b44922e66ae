/// A step on rows in the word of another language or shell, where a program is named: `| first 3`, `| sort posted`.
struct StepOfOthers {
  /// What does it here: a clause that can follow the name of the program.
  let advice: String
  /// Our word; `nil` if a single step does not do it.
  let ours: String?
  /// The step if nothing follows the word; `nil` if something must.
  let alone: String?

  private init(_ advice: String, _ ours: String? = nil, alone: String? = nil) {
    self.advice = advice
    self.ours = ours
    self.alone = alone
  }

  static func named(_ word: String) -> StepOfOthers? { all[word.lowercased()] }

  private static let cut = StepOfOthers("rows are cut by 'take'", "take", alone: "take 10")
  private static let sorted = StepOfOthers("rows are sorted by 'order by'", "order by")
  private static let kept = StepOfOthers("rows are kept by 'where'", "where")
  private static let distinct = StepOfOthers("'unique by' keeps one row for each value", "unique by")
  private static let grouped = StepOfOthers("'group by' makes a row for each value", "group by")
  private static let end = StepOfOthers("the last rows are the first ones after 'order by FIELD desc'")
  private static let counted = StepOfOthers(
    "a list that has a name is counted by '.count': let all = …, then print $all.count")

  private static let perRow = StepOfOthers("'pick' keeps fields, and a verb after '|' acts on each row")

  private static let all: [String: StepOfOthers] = [
    "first": StepOfOthers(cut.advice, "take", alone: "take 1"), "limit": cut, "head": cut, "top": cut,
    "last": end, "tail": end, "count": counted, "length": counted, "len": counted, "size": counted,
    "select": StepOfOthers("'pick' keeps fields, 'where' keeps rows", "pick"), "filter": kept, "having": kept,
    "sort": sorted, "sortby": sorted, "sort_by": sorted, "orderby": sorted, "order_by": sorted,
    "distinct": distinct, "uniq": distinct, "groupby": grouped, "group_by": grouped,
    "drop": StepOfOthers("'skip' leaves out the first rows", "skip"),
    "offset": StepOfOthers("'skip' leaves out the first rows", "skip"),
    "sum": StepOfOthers("'total' adds up a field", "total"),
    "reverse": StepOfOthers("'order by FIELD desc' sorts rows from the last to the first"),
    "map": perRow, "each": perRow, "foreach": perRow,
    "save": StepOfOthers("'> FILE' writes the rows to a file"),
  ]
}
