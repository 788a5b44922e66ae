import Fediverse
import NIOSSL
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct TrustTests {
  /// The result of asking a server of this identity, trusting the root alone.
  private func ask(
    _ identity: TestCertificates.Identity, host: String, newest: TLSVersion? = nil
  ) async throws -> Result<String, FediverseError> {
    let path = "/tmp/fediverse-root-\(UInt64.random(in: 0 ... .max)).pem"
    let file = try #require(fopen(path, "w"))
    fputs(TestCertificates.root, file)
    fclose(file)
    defer { unlink(path) }
    let transport = HTTPTransport(HTTPTransport.Configuration { ["SSL_CERT_FILE": path][$0] })
    return try await LoopbackServer.run(as: identity, newest: newest, { _ in .answer(body: #"{"id":"7"}"#) }) {
      server in
      let address = try ServerAddress("https://\(host):\(server.port)")
      let client = Client(server: address, token: AccessToken("s3cret"), transport: transport, policy: .none)
      let result: Result<String, FediverseError>
      do throws(FediverseError) {
        result = .success(try await client.statuses.favorite("7").id)
      } catch {
        result = .failure(error)
      }
      await transport.close()
      #expect(server.questions.isEmpty == ((try? result.get()) == nil))
      return result
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func whatTheRootSignedIsTrusted(_ host: String) async throws {
    #expect(try await ask(TestCertificates.good, host: host).get() == "7")
  }

  @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
  func versionsFrom12AreSpoken(_ newest: TLSVersion) async throws {
    #expect(try await ask(TestCertificates.good, host: "localhost", newest: newest).get() == "7")
  }

  @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
  func olderVersionsAreRefused(_ newest: TLSVersion) async throws {
    let result = try await ask(TestCertificates.good, host: "localhost", newest: newest)
    let error = #expect(throws: FediverseError.self) { try result.get() }
    #expect(error?.kind == .insecure && error?.outcomeUnknown == false, "\(error?.detail ?? "")")
  }

  @Test(arguments: [
    (TestCertificates.other, "its certificate is for another host"),
    (TestCertificates.selfSigned, "its certificate is not trusted"),
    (TestCertificates.expired, "its certificate expired at 2026-11-20T12:38:09Z"),
  ])
  func otherCertificatesAreNot(_ identity: TestCertificates.Identity, _ reason: String) async throws {
    let result = try await ask(identity, host: "localhost")
    let error = #expect(throws: FediverseError.self) { try result.get() }
    #expect(error?.kind == .insecure && error?.detail == reason && error?.outcomeUnknown == false)
  }
}
