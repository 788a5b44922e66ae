import TestSupport
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Programs that may fail, and what a script learns of them.
struct AttemptTests {
  @Test(arguments: [
    ("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -9 $$", 137), ("kill -15 $$", 143),
  ])
  func aStatusIsAResult(code: String, status: Int) async throws {
    let scene = Scene()
    try await scene.run(
      """
      let r = attempt sh -c 'echo out; echo one >&2; echo two >&2; \(code)'
      print $r.status
      print $r.text
      print $r.errors
      """)
    #expect(scene.printed == ["\(status)", "out", "one\ntwo"])
  }

  @Test func aMissingProgramStillFails() async throws {
    let failure = await Scene().failure("let r = attempt no-such-program-here")
    #expect(failure?.message == "program 'no-such-program-here' not found")
  }

  @Test func theResultGoesToProgramsAndFiles() async throws {
    let scene = Scene()
    try await scene.run(
      """
      let text = attempt sh -c 'exit 2' | cat
      print $text
      attempt sh -c 'echo x; exit 2'
      """)
    #expect(scene.printed == [#"{"status":2,"text":"","errors":""}"#])
    #expect(scene.told("shown ") == [#"{"status":2,"text":"x","errors":""}"#])
  }

  @Test func aRehearsalStartsNothing() async throws {
    let scene = Scene()
    try await scene.run(
      "let r = attempt sh -c 'exit 1'\nif $r.status == 0\nset $r.text\nend\nattempt rm x", rehearses: true)
    #expect(scene.planned.first == #"let r1 = attempt sh -c "exit 1""#)
    #expect(scene.planned.last?.hasSuffix("attempt rm x") == true)
    #expect(scene.calls.isEmpty)
  }

  @Test func anAttemptIsRehearsedOnce() async throws {
    let scene = Scene()
    try await scene.run(
      """
      def announce
        set x
        return "word"
      end
      let r = attempt echo (announce)
      attempt echo (announce)
      attempt echo (announce) | cat
      """, rehearses: true)
    #expect(scene.planned.filter { $0.contains("setThing") }.count == 3)
    #expect(scene.planned.filter { $0.contains("attempt echo word") }.count == 3)
  }

  /// Only a `catch` that reads the errors keeps them; programs otherwise have the standard error of this process.
  @Test(arguments: [
    ("let x = run", "3 why"), ("run", "3 why"), ("let x = run true | ", "3 why"),
  ])
  func aCaughtErrorStatesStatusAndErrors(start: String, printed: String) async throws {
    let scene = Scene()
    try await scene.run(
      """
      try
        \(start) sh -c 'echo why >&2; exit 3'
      catch e
        print $e.status $e.errors
      end
      """)
    #expect(scene.printed == [printed])
  }

  @Test func anInnerTryLosesNoErrors() async throws {
    let scene = Scene()
    try await scene.run(
      """
      try
        try
          run sh -c 'echo inner >&2; exit 1'
        catch e
          run sh -c 'echo outer >&2; exit 2'
        end
      catch e
        print $e.status $e.errors
      end
      """)
    #expect(scene.printed == ["2 outer"])
  }

  /// A process that outlives the program holds its standard error open.
  @Test func aProcessLeftBehindIsNotWaitedFor() async throws {
    let scene = Scene()
    try await scene.run("let r = attempt sh -c 'sleep 1000 >&2 & echo $! ; exit 1'\nrun kill $r.text\nprint $r.status")
    #expect(scene.printed == ["1"])
  }

  @Test func manyErrorsAreReadToTheEnd() async throws {
    let scene = Scene()
    try await scene.run(
      """
      let r = attempt sh -c 'yes error | head -c 3000000 >&2; echo last >&2'
      if $r.errors matches "*last"
        print whole
      end
      """)
    #expect(scene.printed == ["whole"])
  }

  @Test func otherErrorsHaveNoStatus() async throws {
    let scene = Scene()
    try await scene.run("try\n expect 1 == 2\ncatch e\n print \"${e.status?}${e.errors?}.\"\nend")
    #expect(scene.printed == ["."])
  }
}

/// Questions to the person.
struct AskTests {
  private func scene(_ answer: String?) -> Scene {
    Scene(Scene.Surroundings(answering: { _, fallback in answer ?? fallback })) { _ in .success([]) }
  }

  @Test func theAnswerIsTheAuthorsOwn() async throws {
    let scene = scene("status:7")
    try await scene.run("let a = ask \"Which?\"\ndrop $a\nask again\nprint $_")
    #expect(scene.calls == ["dropThing 7"])
    #expect(scene.printed == ["status:7"])
  }

  @Test func noAnswerIsAnErrorThatCanBeCaught() async throws {
    let failure = await scene(nil).failure("ask Which?")
    #expect(failure?.message == "the question was not answered")
    #expect(failure?.exitCode == .canceled)
    let other = scene(nil)
    try await other.run("try\nask Which?\ncatch e\nprint $e.kind\nend")
    #expect(other.printed == ["cancelled"])
  }

  @Test func aRehearsalAsksNobody() async throws {
    let scene = scene("asked")
    try await scene.run("let a = ask \"Which?\" default=x\nset $a", rehearses: true)
    #expect(scene.planned.last?.contains("text=x") == true)
    #expect(scene.told("noted ").first == "asks 'Which?'; continues with 'x'")
    let failure = await scene.failure("ask Which?", rehearses: true)
    #expect(failure?.message.hasPrefix("a rehearsal asks nobody") == true)
  }

  @Test func aScriptMayHaveAVerbOfThisName() async throws {
    let scene = scene("asked")
    try await scene.run("def ask q\n return $q\nend\nprint (ask own)")
    #expect(scene.printed == ["own"])
  }
}
