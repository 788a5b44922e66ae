import XCallbackURL

/// One input of a group: an argument, and the property that receives its value.
package struct Input<Group>: Sendable {
  fileprivate let parameters: [Parameter]
  fileprivate let subject: Signature.Subject?
  fileprivate let read: @Sendable (inout Group, Inputs) throws(Failure) -> Void

  /// An input whose value goes to a property.
  package init<Value>(_ property: any WritableKeyPath<Group, Value> & Sendable, _ argument: Argument<Value>) {
    parameters = argument.parameters
    subject = argument.subject
    read = { (group, inputs) throws(Failure) in group[keyPath: property] = try argument.read(inputs) }
  }

  /// An input that is checked but not passed on, because the engine reads it from the URL.
  package init<Value>(engine argument: Argument<Value>) {
    parameters = argument.parameters
    subject = argument.subject
    read = { (_, inputs) throws(Failure) in _ = try argument.read(inputs) }
  }
}

extension Argument {
  /// Several inputs as one value, for an action that has too many to tell apart by position.
  ///
  /// - Parameters:
  ///   - initial: the value if no input is given.
  ///   - inputs: the inputs in the order in which help lists them.
  package static func group(_ initial: Value, _ inputs: Input<Value>...) -> Argument {
    group(initial, inputs)
  }

  /// Several inputs as one value.
  package static func group(_ initial: Value, _ inputs: [Input<Value>]) -> Argument {
    Argument(inputs.flatMap(\.parameters), subject: inputs.lazy.compactMap(\.subject).first) {
      (given) throws(Failure) in
      var value = initial
      for input in inputs { try input.read(&value, given) }
      return value
    }
  }
}
