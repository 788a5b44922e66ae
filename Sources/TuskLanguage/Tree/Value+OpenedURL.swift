extension Value {
  /// The URL after `open`, in quotes or not; `nil` if it is a variable as a whole.
  package var writtenURL: Text? {
    switch form {
    case .url(let text): text
    case .string(let text) where text.variable == nil: text
    default: nil
    }
  }

  /// The variable that is the whole URL after `open`.
  package var urlVariable: Variable? {
    switch form {
    case .variable(let variable): variable
    case .string(let text): text.variable
    default: nil
    }
  }
}
