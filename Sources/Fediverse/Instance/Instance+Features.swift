import JSONValue

extension Instance {
  /// The features that the description mentions, and whether the server supports them.
  var declaredFeatures: [Feature: Bool] {
    let configuration = raw["configuration"]
    var features: [Feature: Bool] = [:]
    // Pleroma has its limits outside the configuration; Friendica describes polls of no options, because it has none.
    let polls = configuration?["polls"] ?? raw["poll_limits"]
    if let options = polls?["max_options"]?.int { features[.pollMaking] = options > 1 }
    if let isEnabled = configuration?["translation"]?["enabled"]?.bool { features[.translation] = isEnabled }
    return features
  }
}
