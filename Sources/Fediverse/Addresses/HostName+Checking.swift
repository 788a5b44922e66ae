import AccountNames

extension HostName {
  init(checked written: String) throws(AddressError) {
    guard let host = HostName(written) else { throw .badHost(written) }
    self = host
  }

  init(checkedIPv6 written: String) throws(AddressError) {
    guard let host = HostName(ipv6: written) else { throw .badHost(written) }
    self = host
  }
}

extension AddressError {
  fileprivate static func badHost(_ host: String) -> AddressError {
    AddressError(text: "'\(host.oneLine(limit: 80))' is not a host name; write it like 'example.social'")
  }
}
