import Testing
import TuskCommon

struct ExitCodeTests {
  @Test(
    arguments: [
      (.success, 0), (.partial, 1), (.canceled, 3), (.expectation, 4), (.usage, 64), (.data, 65), (.noInput, 66),
      (.refused, 69), (.defect, 70), (.cannotCreate, 73), (.cannotWrite, 74), (.temporary, 75), (.notSignedIn, 77),
      (.configuration, 78), (.interrupted, 130), (.signal(1), 129), (.signal(15), 143),
    ] as [(ExitCode, Int32)])
  func numbersNeverChange(code: ExitCode, number: Int32) {
    #expect(code.rawValue == number)
  }

  @Test func everyMeaningIsListedOnceInOrder() {
    let numbers = ExitCode.meanings.map(\.code.rawValue)
    #expect(numbers == Array(Set(numbers)).sorted())
    #expect(ExitCode.meanings.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") })
  }
}
