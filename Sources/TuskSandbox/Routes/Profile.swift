import GRDB

extension Routes {
  /// The caller's profile and preferences.
  static let profile: [Endpoint] = [
    Endpoint(.patch, "/api/v1/accounts/update_credentials", as: ["write:accounts"], taking: .media) { call, me in
      let changed = try me.changed(by: call.form, in: call.db)
      try changed.update(call.db)
      return Reply(try call.view.credentials(of: changed))
    },
    // Registrations are closed, as the instance says.
    Endpoint(.post, "/api/v1/accounts", .application) { _ in throw Refusal.notPermitted },
    Endpoint(.delete, "/api/v1/profile/avatar", as: "write:accounts") { call, me in
      var changed = me
      changed.avatar = nil
      try changed.update(call.db)
      return Reply(try call.view.credentials(of: changed))
    },
    Endpoint(.delete, "/api/v1/profile/header", as: "write:accounts") { call, me in
      var changed = me
      changed.header = nil
      try changed.update(call.db)
      return Reply(try call.view.credentials(of: changed))
    },
    Endpoint(.get, "/api/v1/preferences", as: "read:accounts") { _, me in
      Reply([
        "posting:default:visibility": .text(me.defaultPrivacy),
        "posting:default:sensitive": .bool(me.defaultSensitive),
        "posting:default:language": .optional(me.defaultLanguage),
        "posting:default:quote_policy": "public", "reading:expand:media": "default",
        "reading:expand:spoilers": false, "reading:autoplay:gifs": false,
      ])
    },
  ]
}

extension Account {
  /// This account with the changes in the form.
  fileprivate func changed(by form: Form, in db: Database) throws -> Account {
    var account = self
    account.displayName = form["display_name"] ?? displayName
    account.locked = form.flag("locked") ?? locked
    account.bot = form.flag("bot") ?? bot
    account.discoverable = form.flag("discoverable") ?? discoverable
    account.defaultPrivacy = form["source[privacy]"] ?? defaultPrivacy
    account.defaultSensitive = form.flag("source[sensitive]") ?? defaultSensitive
    account.defaultLanguage = form["source[language]"].map { $0.isEmpty ? nil : $0 } ?? defaultLanguage
    if let note = form["note"] {
      account.noteSource = note
      account.note = try StatusText(note, in: db).html
    }
    if form.files["avatar"] != nil { account.avatar = "\(InstanceConfiguration.base)/system/avatars/\(id)/new.png" }
    if form.files["header"] != nil { account.header = "\(InstanceConfiguration.base)/system/headers/\(id)/new.png" }
    let groups = form.groups("fields_attributes")
    if !groups.isEmpty {
      account.fields = groups.compactMap { group in
        guard let name = group["name"], !name.isEmpty else { return nil }
        return Field(name: name, value: group["value"] ?? "")
      }
    }
    try account.check()
    return account
  }

  private func check() throws {
    guard displayName.count <= 30 else {
      throw Refusal.invalid("Display name is too long (maximum is 30 characters)")
    }
    guard ["public", "unlisted", "private"].contains(defaultPrivacy) else {
      throw Refusal(422, "'\(defaultPrivacy)' is not a valid privacy")
    }
    guard noteSource.count <= 500 else { throw Refusal.invalid("Note character limit of 500 exceeded") }
    guard fields.count <= 4 else { throw Refusal.invalid("Fields too many (maximum is 4)") }
  }
}
