import Foundation
import GRDB
import Testing

@testable import TuskSandbox

/// Who may authorize a client: only the owner of the sandbox, though every user of the machine reaches its port.
@Suite struct OwnerTests {
  private static let redirect = "http://127.0.0.1:9/cb"

  /// The query of a page of consent, in the order in which a proof covers its fields.
  private struct Query {
    var fields: KeyValuePairs<String, String>

    init(client: String) {
      fields = [
        "client_id": client, "redirect_uri": OwnerTests.redirect, "scope": "read", "state": "s t&=",
        "code_challenge": AuthorizationTests.challenge, "code_challenge_method": "S256", "response_type": "code",
      ]
    }

    func text(changing name: String? = nil, to value: String = "") -> String {
      fields.map { Page.encoded($0.key) + "=" + Page.encoded($0.key == name ? value : $0.value) }
        .joined(separator: "&")
    }

    func proof(by secret: String) -> String { Secret.proof(of: fields.prefix(5).map(\.value), by: secret) }
  }

  @Test func nothingButTheSecretGivesACode() async throws {
    try await withSandbox { alice async throws in
      let query = Query(client: try await alice.register(scopes: "read", redirect: Self.redirect).id).text()
      let secret = try await alice.secret()
      for wrong in ["", "x", String(secret.dropLast()), secret + "x", secret.lowercased()] {
        let answer = try await alice.stranger.post("/oauth/authorize?" + query, ["account": "alice", "secret": wrong])
        #expect(answer.status == 403 && answer.header("Location") == nil, "\(wrong)")
        #expect(answer.text.contains("name=\"secret\"") && !answer.text.contains(secret))
      }
      #expect(try await alice.stranger.post("/oauth/authorize?" + query, ["account": "alice"]).status == 403)
      #expect(try await alice.number("SELECT count(*) FROM oauthCode") == 0)
      let answer = try await alice.stranger.post("/oauth/authorize?" + query, ["account": "alice", "secret": secret])
      #expect(answer.status == 302)
    }
  }

  @Test func aProofSparesTheSecretOnItsOwnPage() async throws {
    try await withSandbox { alice async throws in
      let query = Query(client: try await alice.register(scopes: "read", redirect: Self.redirect).id)
      let proof = query.proof(by: try await alice.secret())
      let page = try await alice.stranger.get("/oauth/authorize?\(query.text())&proof=\(proof)")
      #expect(!page.text.contains("name=\"secret\"") && page.text.contains("name=\"proof\" value=\"\(proof)\""))
      let answer = try await alice.stranger.post("/oauth/authorize?\(query.text())&proof=\(proof)", ["account": "bob"])
      #expect(answer.status == 302)
    }
  }

  @Test func aProofIsGoodForNothingElse() async throws {
    try await withSandbox { alice async throws in
      let both = "\(Self.redirect)\nhttp://127.0.0.1:9/other"
      let query = Query(client: try await alice.register(scopes: "read write", redirect: both).id)
      let other = try await alice.register(scopes: "read write", redirect: both)
      let changes = [
        ("client_id", other.id), ("redirect_uri", "http://127.0.0.1:9/other"), ("scope", "write"), ("state", "other"),
        ("code_challenge", "other"),
      ]
      for proof in [query.proof(by: try await alice.secret()), query.proof(by: ""), "", "00"] {
        for (name, value) in changes {
          let changed = query.text(changing: name, to: value)
          #expect(try await alice.stranger.get("/oauth/authorize?" + changed).status == 200)
          let answer = try await alice.stranger.post("/oauth/authorize?\(changed)&proof=\(proof)", ["account": "alice"])
          #expect(answer.status == 403, "\(name) with '\(proof)'")
        }
      }
    }
  }

  @Test func theSecretIsWhereOnlyTheOwnerReads() async throws {
    let (secret, page) = try await withServer { note in
      (note.secret ?? "", try note.ask("GET", "/oauth/authorize") + note.ask("GET", "/api/v2/instance"))
    }
    #expect(secret.count == 43)
    #expect(!page.contains(secret))
  }
}
