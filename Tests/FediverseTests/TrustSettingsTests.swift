import Fediverse
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whom `SSL_CERT_FILE` and `SSL_CERT_DIR` let the client trust.
struct TrustSettingsTests {
  /// A folder that is there for the time of a test.
  private final class Folder {
    let path: String
    private var names: [String] = []

    init() throws {
      path = "/tmp/fediverse-trust-\(UInt64.random(in: 0 ... .max))"
      try #require(mkdir(path, 0o700) == 0)
    }

    func write(_ text: String, as name: String) throws -> String {
      let file = try #require(fopen("\(path)/\(name)", "w"))
      fputs(text, file)
      fclose(file)
      names.append(name)
      return "\(path)/\(name)"
    }

    deinit {
      for name in names { unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }

  /// The name by which OpenSSL finds the certificate of the test's root in a folder.
  private static let hashedName = "2faabc7f.0"

  private let unreadable = "cannot read the certificates in SSL_CERT_FILE or SSL_CERT_DIR"

  /// What comes of asking a server with the good certificate in this environment.
  private func ask(_ variables: [String: String]) async throws -> FediverseError? {
    let transport = HTTPTransport(HTTPTransport.Configuration { variables[$0] })
    return try await LoopbackServer.run(as: TestCertificates.good, { _ in .answer(body: #"{"id":"7"}"#) }) { server in
      let address = try ServerAddress("https://localhost:\(server.port)")
      let client = Client(server: address, token: AccessToken("s3cret"), transport: transport, policy: .none)
      var failure: FediverseError?
      do throws(FediverseError) { _ = try await client.statuses.favorite("7") } catch { failure = error }
      await transport.close()
      #expect(server.questions.isEmpty == (failure != nil), "nothing is said to a server that is not trusted")
      return failure
    }
  }

  @Test func theSystemDoesNotKnowTheTestsRoot() async throws {
    let error = try await ask([:])
    #expect(error?.kind == .insecure && error?.outcomeUnknown == false && error?.isRetryable == false)
  }

  @Test func aFolderOfCertificatesIsTrusted() async throws {
    let folder = try Folder()
    _ = try folder.write(TestCertificates.root, as: Self.hashedName)
    #expect(try await ask(["SSL_CERT_DIR": folder.path]) == nil)
  }

  @Test func aFileAndAFolderAreTrustedTogether() async throws {
    let folder = try Folder()
    _ = try folder.write(TestCertificates.root, as: Self.hashedName)
    let other = try Folder()
    let file = try other.write(TestCertificates.selfSigned.certificate, as: "other.pem")
    #expect(try await ask(["SSL_CERT_FILE": file, "SSL_CERT_DIR": folder.path]) == nil)
  }

  @Test func aFileOfOthersReplacesTheSystems() async throws {
    let folder = try Folder()
    let file = try folder.write(TestCertificates.selfSigned.certificate, as: "other.pem")
    #expect(try await ask(["SSL_CERT_FILE": file])?.detail == "its certificate is not trusted")
  }

  @Test func severalCertificatesMayStandInAFile() async throws {
    let folder = try Folder()
    let text = "# a comment\n" + TestCertificates.other.certificate + "\n\n" + TestCertificates.root + "\n"
    #expect(try await ask(["SSL_CERT_FILE": folder.write(text, as: "all.pem")]) == nil)
  }

  @Test(arguments: ["", "not a certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"])
  func aFileWithoutCertificatesIsTrustInNobody(_ text: String) async throws {
    let folder = try Folder()
    let error = try await ask(["SSL_CERT_FILE": folder.write(text, as: "odd.pem")])
    #expect(error?.kind == .insecure && error?.detail == unreadable && error?.isRetryable == false)
  }

  @Test(arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR"])
  func aPathThatLeadsNowhereIsTrustInNobody(_ name: String) async throws {
    let folder = try Folder()
    let error = try await ask([name: "\(folder.path)/\(name)"])
    #expect(error?.kind == .insecure && error?.detail == unreadable && error?.outcomeUnknown == false)
  }
}
