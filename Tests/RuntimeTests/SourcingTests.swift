import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The arguments that a script gives to another one.
struct SourcingTests {
  private func scene(_ script: String, foreign: String = "file:here.txt") -> Scene {
    Scene(Scene.Surroundings(scripts: ["d.tsk": script])) { url in
      url.action == "listMany"
        ? .items([["id": "7", "text": .string(foreign), "tags": [.string(foreign)]]]) : .success([])
    }
  }

  @Test(
    arguments: [
      "run $1", "run $@", "things | $1", "upload $1", "upload $@", "things > $1", "source $1", "let x = $1\nupload $x",
      "let x = \"$1\"\nupload $x", "set x media=$1", "for x in $@\nupload $x\nend", "source e.tsk $1", "drop $1",
      "tell file:$1",
    ], ["$l.0.text", "[$l.0.text]", "$l.0.tags", "argument=$l.0.text", "\"$l.0.text\"", "$x"])
  func foreignArgumentsNameNothing(script: String, argument: String) async {
    let scene = scene(script)
    let failure = await scene.failure("let l = many\nlet x = ask Which? default=$l.0.text\nsource d.tsk \(argument)")
    #expect(failure != nil)
    #expect(scene.calls.allSatisfy { $0.hasPrefix("listMany") })
  }

  @Test func ownArgumentsMayNameFiles() async throws {
    let scene = scene("upload $1\nset x media=$2\ndrop $3\nprint $4 $@")
    try await scene.run("source d.tsk file:here.txt file:a.png status:1 null")
    #expect(scene.calls == ["uploadThing here.txt", "setThing x file:a.png", "dropThing 1"])
    #expect(scene.printed == ["null file:here.txt file:a.png status:1 null"])
  }

  @Test(arguments: [
    "source v.tsk\nsource d.tsk", "def twice s\ndrop $s\ndrop $s\nend\nsource d.tsk",
    "source v.tsk\nif 1 == 1\nsource d.tsk\nend",
  ])
  func verbsDefinedBeforeMayBeCalled(script: String) async throws {
    let scene = Scene(
      Scene.Surroundings(scripts: ["d.tsk": "twice status:1", "v.tsk": "def twice s\ndrop $s\ndrop $s\nend"])
    ) { _ in .success([]) }
    try await scene.run(script)
    #expect(scene.calls == ["dropThing 1", "dropThing 1"])
  }

  @Test func recordsStayWhatTheyAre() async throws {
    let scene = scene("drop $1\nprint $2 $3", foreign: "hello")
    try await scene.run("let l = many\nsource d.tsk $l.0 [a $l.0.text]")
    #expect(scene.calls == ["listMany", "dropThing 7"])
    #expect(scene.printed == ["a hello"])
  }
}
