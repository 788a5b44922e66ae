/// Why an action failed, as its x-error callback tells it.
public struct Failure: Error, Sendable, Hashable {
  /// What kind of failure it was, from a table that never changes.
  public var code: Code
  /// One sentence for a person.
  public var message: String

  /// A failure of this kind.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The numbers of `errorCode`; a number once given keeps its meaning.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: Int

    /// The code of this number, which need not be in the table.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    private init(_ rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A parameter that the action needs is not there.
    public static let missingParameter = Code(1)
    /// A parameter's value is not what the action takes, or two parameters exclude each other.
    public static let invalidParameter = Code(2)
    /// No action has this name.
    public static let unknownAction = Code(3)
    /// A silent request without `x-source`.
    public static let missingSource = Code(4)
    /// A callback leads to where answers are not sent.
    public static let refusedCallback = Code(5)
    /// A file of this machine that the action needs cannot be read.
    public static let unreadableFile = Code(6)
    /// The server has nothing of that name or identifier.
    public static let notFound = Code(11)
    /// The server wants a valid access token.
    public static let unauthorized = Code(12)
    /// The account may not do that.
    public static let forbidden = Code(13)
    /// The server refused the request's content.
    public static let rejected = Code(14)
    /// The server asks to wait.
    public static let rateLimited = Code(15)
    /// The server failed.
    public static let serverFailure = Code(16)
    /// The server's answer could not be understood.
    public static let malformedAnswer = Code(17)
    /// The server does not have this feature.
    public static let unsupported = Code(18)
    /// The server could not be reached.
    public static let network = Code(21)
    /// No answer came in time.
    public static let timedOut = Code(22)
    /// The request was sent and its result is not known.
    public static let unknownOutcome = Code(23)
    /// The connection would not have been safe, so nothing was sent.
    public static let insecure = Code(24)
    /// Another app was asked and said that it failed.
    public static let refusedByApp = Code(25)
    /// A file of this program's own, such as its accounts, is damaged or not private.
    public static let badSettings = Code(31)
    /// A defect of this program.
    public static let defect = Code(70)

    /// Whether the same request may succeed later without any change.
    public var isTemporary: Bool {
      switch self {
      case .rateLimited, .serverFailure, .network, .timedOut: true
      default: false
      }
    }
  }
}
