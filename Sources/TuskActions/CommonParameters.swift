import JSONValue
import XCallbackURL

/// The parameters of a request that every action accepts.
struct CommonParameters {
  let isSilent: Bool
  let accessToken: String?
  let wantsJSON: Bool
  private let wantsItems: Bool
  private let wantsItem: Bool

  init(_ request: Request) throws(Failure) {
    isSilent = try Self.flag(CommonParameter.silent, of: request)
    wantsJSON = try Self.flag(CommonParameter.json, of: request)
    wantsItems = try Self.flag(CommonParameter.items, of: request)
    wantsItem = try Self.flag(CommonParameter.item, of: request)
    let tokens = request.parameters.filter { $0.name == CommonParameter.accessToken }
    guard tokens.count <= 1 else { throw .repeatedToken() }
    accessToken = tokens.first?.value
    if isSilent, request.source?.isEmpty ?? true { throw .silentWithoutSource() }
  }

  /// What a reply tells of an output.
  func data(of output: ActionOutput) -> JSON.Object {
    var data = output.data
    if wantsItems, let items = output.items {
      data[CommonParameter.items] = .array(items.map(JSON.object))
      data["next"] = output.next.map(JSON.string)
    }
    for field in output.shortfall.fields { data[field.name] = field.value }
    if wantsItem, let item = output.item { data[CommonParameter.item] = .object(item) }
    return data
  }

  private static func flag(_ name: String, of request: Request) throws(Failure) -> Bool {
    let values = request.parameters.filter { $0.name == name }.map(\.value)
    guard let value = values.first else { return false }
    guard values.count == 1, let flag = CommonParameter.boolean(value) else { throw .notBoolean(name) }
    return flag
  }
}

extension Failure {
  fileprivate static func notBoolean(_ name: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' must be true or false, and given only once")
  }

  fileprivate static func repeatedToken() -> Failure {
    Failure(.invalidParameter, "'\(CommonParameter.accessToken)' may be given only once")
  }

  /// Tusker's own message, which callers compare.
  fileprivate static func silentWithoutSource() -> Failure {
    Failure(
      .missingSource, "Cannot perform silent action without source app, x-source parameter must be specified.")
  }
}
