import NIOSSL
import Testing

@testable import Fediverse

/// For which hosts a certificate of a trusted root counts.
struct HostCheckTests {
  private static let refusal = "its certificate is for another host"

  private func transport(_ root: ScratchFile, through proxy: String? = nil) -> HTTPTransport {
    var configuration = HTTPTransport.Configuration { ["https_proxy": proxy][$0] ?? nil }
    configuration.certificateFile = root.path
    configuration.totalTimeout = .seconds(600)
    return HTTPTransport(configuration)
  }

  private func request(_ address: String) throws -> HTTPRequest {
    let url = WebURL(origin: try ServerAddress(address), target: "/x")
    return HTTPRequest(method: .get, url: url, headers: Headers([.init(name: "Authorization", value: "Bearer s3cret")]))
  }

  @Test(arguments: [
    (TestCertificates.address, "127.0.0.1", true), (TestCertificates.address, "localhost", false),
    (TestCertificates.name, "localhost", true), (TestCertificates.name, "127.0.0.1", false),
    (TestCertificates.part, "localhost", false), (TestCertificates.common, "localhost", false),
  ])
  func requestsGoOnlyToTheDialedName(
    _ identity: TestCertificates.Identity, _ host: String, _ isRight: Bool
  ) async throws {
    let root = ScratchFile(Array(TestCertificates.rootOfNames.utf8))
    let transport = transport(root)
    try await LoopbackServer.run(as: identity) { _ in
      .answer(body: "{}")
    } during: { server in
      let request = try request("https://\(host):\(server.port)")
      for _ in 0..<2 {
        do throws(TransportError) {
          let response = try await transport.send(request)
          #expect(response.status == 200 && isRight)
        } catch {
          #expect(error.description == Self.refusal && !error.mayHaveArrived && !isRight)
        }
      }
      #expect(server.questions.isEmpty == !isRight)
      await transport.close()
    }
  }

  @Test(arguments: [("localhost", false), ("127.0.0.1", true)])
  func socketsOpenOnlyToTheDialedName(_ host: String, _ isRight: Bool) async throws {
    let root = ScratchFile(Array(TestCertificates.rootOfNames.utf8))
    let transport = transport(root)
    try await SocketHost.run(as: TestCertificates.address) { _ in
      .hangUp
    } during: { server in
      do {
        _ = try await transport.open(try request("https://\(host):\(server.port)"))
        #expect(isRight)
      } catch {
        #expect((error as? TransportError)?.description == Self.refusal && !isRight, "\(error)")
      }
      #expect(server.heads.isEmpty == !isRight)
    }
    await transport.close()
  }

  @Test(arguments: [false, true])
  func aProxysAddressIsNoServersName(_ isSocket: Bool) async throws {
    let root = ScratchFile(Array(TestCertificates.rootOfNames.utf8))
    let proxy = SocketHost.Proxy(steps: [(60, Array("HTTP/1.1 200 OK\r\n\r\n".utf8))])
    try await SocketHost.run(as: TestCertificates.address, behind: proxy) { _ in
      .hangUp
    } during: { server in
      let transport = transport(root, through: "http://127.0.0.1:\(server.port)")
      let request = try request("https://social.example")
      await #expect {
        if isSocket { _ = try await transport.open(request) } else { _ = try await transport.send(request) }
      } throws: {
        ($0 as? TransportError)?.description == Self.refusal
      }
      #expect(server.heads.isEmpty)
      await transport.close()
    }
  }

  @Test(arguments: [
    ("a.social.example", true), ("A.Social.example", true), ("social.example", false), ("a.b.social.example", false),
    ("soxal.example", false), ("localhost", false), ("127.0.0.1", true), ("127.0.0.2", false),
    ("[2001:db8::7]", true), ("[2001:db8::8]", false),
  ])
  func wildcardsAreWholeLeftLabels(_ host: String, _ isRight: Bool) throws {
    let certificate = try NIOSSLCertificate(bytes: Array(TestCertificates.whole.certificate.utf8), format: .pem)
    let check = HostCheck(try ServerAddress("https://\(host)"))
    #expect(((try? check.verify(certificate)) != nil) == isRight)
  }
}
