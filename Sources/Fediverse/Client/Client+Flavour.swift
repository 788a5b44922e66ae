extension Client {
  /// The software that the server runs, where it is known already.
  var knownFlavour: Flavour? { nil }
}
