extension Client {
  /// The software of the server, as far as it is known.
  var knownFlavor: Flavor? { knownProfile?.flavor }
}
