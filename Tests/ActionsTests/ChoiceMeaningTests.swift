import Testing
import TuskActions
import XCallbackURL

/// What completion says of the values that a parameter can have.
struct ChoiceMeaningTests {
  @Test(arguments: Action.all.map(\.signature))
  func eachValueHasAMeaningOfItsOwn(signature: Signature) {
    for parameter in signature.parameters {
      guard case .choice(let choices) = parameter.type else { continue }
      let meanings = choices.values.map { choices.meaning(of: $0) }
      #expect(!meanings.contains(""), "\(parameter.name)")
      #expect(Set(meanings).count == meanings.count, "\(parameter.name)")
      #expect(meanings.allSatisfy { $0.count <= 60 }, "\(parameter.name)")
    }
  }
}
