import GRDB

extension Routes {
  /// The lists of what moderators block or allow: servers, email addresses and IP addresses.
  static let accessLists: [Endpoint] =
    entries(AdminDomainBlock.self) + entries(AdminDomainAllow.self) + entries(EmailDomainBlock.self)
    + entries(CanonicalEmailBlock.self) + entries(IPBlock.self) + servers + addresses

  private static let servers: [Endpoint] = [
    addition(AdminDomainBlock.self) { call in
      let block = try AdminDomainBlock(domain: call.form.domain(), createdAt: call.now).changed(by: call.form)
      try block.checkForConflict(in: call.db)
      return try block.added(in: call.db)
    },
    change(AdminDomainBlock.self) { block, call in try block.changed(by: call.form) },
    addition(AdminDomainAllow.self) { call in
      let domain = try call.form.domain()
      if let known = try AdminDomainAllow.find(domain: domain, in: call.db) { return known }
      return try AdminDomainAllow(domain: domain, createdAt: call.now).added(in: call.db)
    },
  ]

  private static let addresses: [Endpoint] = [
    addition(EmailDomainBlock.self) { call in
      let isLenient = call.form.flag("allow_with_approval") ?? false
      return try EmailDomainBlock(
        domain: call.form.domain(), allowWithApproval: isLenient, createdAt: call.now
      ).added(in: call.db)
    },
    addition(CanonicalEmailBlock.self) { call in try CanonicalEmailBlock(call.form).added(in: call.db) },
    moderation(.post, "canonical_email_blocks/test", as: "admin:read:canonical_email_blocks") { call, _ in
      guard let address = call.form["email"], !address.isEmpty else {
        throw Refusal(400, "param is missing or the value is empty or invalid: email")
      }
      return Reply(.list(try CanonicalEmailBlock.matching(address, in: call.db).map(\.entity)))
    },
    addition(IPBlock.self) { call in
      try IPBlock(createdAt: call.now).changed(by: call.form, at: call.now).added(in: call.db)
    },
    change(IPBlock.self) { block, call in try block.changed(by: call.form, at: call.now) },
  ]

  /// The routes that every list has: reading it or one entry, and removing an entry.
  private static func entries<Entry: AccessListEntry>(_ type: Entry.Type) -> [Endpoint] {
    let scope = "admin:read:\(Entry.listName)"
    return [
      moderation(.get, Entry.listName, as: scope) { call, _ in
        let page = Page(call, standard: 100)
        let rows = try page.rows("*", from: "\(sql: Entry.databaseTableName) WHERE 1", cursor: "id", in: call.db)
        return try page.reply(rows, continuing: .whenFull) { try Entry(row: $0).entity }
      },
      moderation(.get, "\(Entry.listName)/:id", as: scope) { call, _ in
        Reply(try Entry.find(call.id(), in: call.db).entity)
      },
      moderation(.delete, "\(Entry.listName)/:id", as: "admin:write:\(Entry.listName)") { call, _ in
        try Entry.find(call.id(), in: call.db).delete(call.db)
        return .empty
      },
    ]
  }

  private static func addition<Entry: AccessListEntry>(
    _ type: Entry.Type, perform: @escaping @Sendable (Call) throws -> Entry
  ) -> Endpoint {
    moderation(.post, Entry.listName, as: "admin:write:\(Entry.listName)") { call, _ in
      Reply(try perform(call).entity)
    }
  }

  private static func change<Entry: AccessListEntry>(
    _ type: Entry.Type, perform: @escaping @Sendable (Entry, Call) throws -> Entry
  ) -> Endpoint {
    moderation(.put, "\(Entry.listName)/:id", as: "admin:write:\(Entry.listName)") { call, _ in
      let entry = try perform(Entry.find(call.id(), in: call.db), call)
      return Reply(try entry.replaced(in: call.db).entity)
    }
  }
}
