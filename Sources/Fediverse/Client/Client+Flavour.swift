extension Client {
  /// The software of the server, as far as it is known.
  var knownFlavour: Flavour? { knownProfile?.flavour }
}
