import Testing
import TuskApps
import XCallbackURL

/// The catalog as other programs use it.
struct AppRequestTests {
  @Test func aRequestIsSpelledAsTheAppSpellsIt() throws {
    let bear = try AppDescription.bundled("bear")
    let url = try bear.url(for: "create", with: ["title": "My notes", "tags": "home", "tags": "garden", "pin": "true"])
    #expect(url.description == "bear://x-callback-url/create?title=My%20notes&tags=home%2Cgarden&pin=yes")
    #expect(bear.scheme == "bear" && bear.dialect.booleans == .yesNo)
  }

  @Test func aMistakeIsNamed() throws {
    let bear = try AppDescription.bundled("bear")
    #expect(fault { try bear.url(for: "craete") } == "bear has no action 'craete'; did you mean create?")
    #expect(
      fault { try bear.url(for: "create", with: ["titel": "x"]) }
        == "create has no parameter 'titel'; did you mean title?")
    #expect(fault { try AppDescription.bundled("baer") } == "there is no description of 'baer'; did you mean bear?")
    #expect(fault { try AppDescription(parsing: "app x\n  title X\n  shape red\n") }?.hasPrefix("line 3: ") == true)
  }

  @Test func theAppsOwnSpellingOfAValueIsNotNeeded() throws {
    let bear = try AppDescription.bundled("bear")
    for (value, spelled) in [("true", "yes"), ("YES", "yes"), ("1", "yes"), ("false", "no"), ("0", "no")] {
      #expect(try bear.url(for: "create", with: ["pin": value]).values(of: "pin") == [spelled])
    }
    #expect(fault { try bear.url(for: "create", with: ["pin": "maybe"]) } == "'pin' is true or false, not 'maybe'")
    #expect(fault { try bear.url(for: "create", with: ["title": "a", "title": "b"]) } == "'title' is given twice")
  }

  @Test func theHostIsThatOfTheApp() throws {
    #expect(try AppDescription.bundled("bear").host == "x-callback-url")
    #expect(try AppDescription.bundled("things").host.isEmpty)
    #expect(try AppDescription.bundled("actions-uri").host == "actions-uri")
  }

  @Test func everyActionWithoutParametersHasItsURL() throws {
    for name in AppDescription.bundledNames {
      let app = try AppDescription.bundled(name)
      for action in app.actions where !action.takes.contains(where: { !$0.isOptional }) {
        #expect(try app.url(for: action.name).scheme == app.scheme, "\(name) \(action.name)")
      }
    }
  }

  private func fault(_ body: () throws -> Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
