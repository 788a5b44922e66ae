/// Why an action failed, as its x-error callback reports it.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; the codes never change.
  public var code: Code
  /// One sentence for people.
  public var message: String
  /// Of a request whose outcome is unknown: the code that it gets if it can be repeated without harm.
  package var cause: Code?
  /// Whether the access token is not enough for requests of this kind.
  package var isOfToken = false
  /// Whether the server says that what the request is about does not exist.
  package var isGone = false
  /// Of a request that was given up: what it did until then, so that nothing is in doubt.
  package var progress: String?

  public var description: String { message }

  /// Creates a failure.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The numbers of `errorCode`; an assigned number never changes its meaning.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: Int

    /// Creates a code, which need not be one of those below.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    private init(_ rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A required parameter is missing.
    public static let missingParameter = Code(1)
    /// A parameter is unknown or has an invalid value, or two parameters exclude each other.
    public static let invalidParameter = Code(2)
    /// There is no action with this name.
    public static let unknownAction = Code(3)
    /// A silent request has no `x-source`.
    public static let missingSource = Code(4)
    /// A callback target is not allowed.
    public static let refusedCallback = Code(5)
    /// A file that the action needs cannot be read.
    public static let unreadableFile = Code(6)
    /// A file that the action needs cannot be written.
    public static let unwritableFile = Code(7)
    /// The server has nothing with this name or identifier.
    public static let notFound = Code(11)
    /// The server requires a valid access token.
    public static let unauthorized = Code(12)
    /// The account is not allowed to do this.
    public static let forbidden = Code(13)
    /// The server rejected the content of the request.
    public static let rejected = Code(14)
    /// The server's rate limit is reached.
    public static let rateLimited = Code(15)
    /// The server failed.
    public static let serverFailure = Code(16)
    /// The response of the server cannot be read.
    public static let malformedAnswer = Code(17)
    /// The server does not have this feature.
    public static let unsupported = Code(18)
    /// The server could not be reached.
    public static let network = Code(21)
    /// The response did not arrive in time.
    public static let timedOut = Code(22)
    /// The request was sent, and its outcome is unknown.
    public static let unknownOutcome = Code(23)
    /// The connection would not be secure, so nothing was sent.
    public static let insecure = Code(24)
    /// Another app reported a failure.
    public static let refusedByApp = Code(25)
    /// A file of this program, such as its accounts, is damaged or not private.
    public static let badSettings = Code(31)
    /// Another program has locked a file that the action needs.
    public static let locked = Code(32)
    /// A defect of this program.
    public static let defect = Code(70)

    /// Whether the same request may succeed later.
    public var isTemporary: Bool {
      switch self {
      case .rateLimited, .serverFailure, .network, .timedOut, .locked: true
      default: false
      }
    }
  }
}
