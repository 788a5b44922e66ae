extension Client.Profiles {
  /// The rows of the table in the profile as they were typed.
  public func rows() async throws(FediverseError) -> [ProfileChanges.Row] {
    let account = try await client.accounts.verifyCredentials()
    // Without sources there is only what the server made of them.
    guard let source = account.source, !source.fields.isEmpty || account.fields.isEmpty else {
      return account.fields.map { .init(name: $0.name, value: HTMLText($0.value).plain) }
    }
    return source.fields.map { .init(name: $0.name, value: $0.value) }
  }

  /// Sets one row of the table in the profile, or removes it, and leaves the others as they are.
  ///
  /// Servers change the table as a whole, so that a change that another program makes meanwhile is lost.
  ///
  /// - Parameters:
  ///   - name: the label; one that differs in its letters' case is the same.
  ///   - value: the text, or `nil` to remove the row.
  public func setRow(_ name: String, to value: String?) async throws(FediverseError) -> Account {
    var rows = try await rows()
    let place = rows.firstIndex { $0.name.lowercased() == name.lowercased() }
    switch (place, value) {
    case (let place?, let value?): rows[place].value = value
    case (let place?, nil): rows.remove(at: place)
    case (nil, let value?): rows.append(.init(name: name, value: value))
    case (nil, nil): return try await client.accounts.verifyCredentials()
    }
    var changes = ProfileChanges()
    changes.fields = rows
    return try await update(changes)
  }
}
