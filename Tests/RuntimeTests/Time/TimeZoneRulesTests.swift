import Glibc
import Testing
import XCallbackURL

@testable import TuskRuntime

/// The time zone database, read from its files.
struct TimeZoneRulesTests {
  /// Moments and offsets that another reader of the same database gives.
  @Test(
    arguments: [
      ("Asia/Dhaka", [-304277160: 21600, -697830540: 23400, 2806489140: 21600]),
      ("Australia/Victoria", [-1887983760: 36000, 865971420: 36000, 3788631900: 39600]),
      ("Africa/Kigali", [678015000: 7200, -1516559400: 7216, 3365384580: 7200]),
      ("Pacific/Guam", [15702600: 39600, -1876821780: 36000, 3535667100: 36000]),
      ("Asia/Choibalsan", [-589541880: 25200, -451381440: 25200, 2606410020: 28800]),
      ("Africa/Windhoek", [930982860: 3600, 338299080: 7200, 2246605140: 7200]),
      ("America/Merida", [-1314566400: -21600, 449014740: -21600, 3395516580: -21600]),
      ("America/Fortaleza", [-1410237480: -10800, 1210883160: -10800, 2245867320: -10800]),
      ("Canada/Saskatchewan", [1932142080: -21600, 659624760: -21600, 2941096140: -21600]),
      ("Pacific/Kiritimati", [-1571457960: -38400, 1331994660: 50400, 3312873000: 50400]),
      ("Asia/Brunei", [173762640: 28800, 305499540: 28800, 4027035900: 28800]),
      ("Europe/Belgrade", [1915873440: 7200, 141244920: 3600, 4167624180: 3600]),
      ("America/Dawson", [220180860: -28800, 1888685640: -25200, 3157120140: -25200]),
      ("Africa/Cairo", [-12381540: 10800, 596546520: 7200, 3231056820: 10800]),
      ("America/Yakutat", [1260876060: -32400, 778781400: -28800, 2818670340: -28800]),
      ("Europe/Monaco", [1829517960: 3600, 227730780: 3600, 2457337140: 3600]),
      ("Asia/Kuala_Lumpur", [132935940: 27000, -1803571920: 25200, 2930071500: 28800]),
      ("America/Porto_Velho", [-1730490780: -14400, 1749222720: -14400, 3019123740: -14400]),
      ("Europe/Dublin", [781515900: 3600, 1022930700: 3600, 2409882240: 3600]),
      ("America/Miquelon", [971147880: -7200, -1744809780: -14400, 4334617560: -7200]),
      ("America/Asuncion", [1236367440: -10800, 940054080: -10800, 4000103520: -10800]),
      ("America/Kentucky/Louisville", [-2036550360: -21600, 1015880160: -18000, 2549280420: -14400]),
      ("Indian/Maldives", [-232198560: 18000, 1931800560: 18000, 3311680560: 18000]),
      ("America/Indiana/Knox", [1305536940: -18000, -1875125880: -21600, 3401507880: -18000]),
      ("America/Indiana/Winamac", [-1734330300: -21600, -967277400: -21600, 3692877420: -18000]),
      ("Africa/Accra", [-800440020: 1800, 280454220: 0, 3284684340: 0]),
      ("Africa/Asmera", [251166540: 10800, 676763220: 10800, 3305926800: 10800]),
      ("America/Tijuana", [-3780000: -28800, 1627220280: -25200, 2550177600: -25200]),
      ("Africa/Casablanca", [1847920320: 3600, 1052965140: 0, 4009786620: 3600]),
      ("Africa/El_Aaiun", [258047040: 0, 1758018840: 3600, 3351436440: 3600]),
      ("America/Nuuk", [-1659906600: -10800, -1510270740: -10800, 3059519100: -7200]),
      ("Europe/Dublin", [1865274060: 0, -1667936520: 0, 2617848660: 0]),
      ("Asia/Gaza", [-563738280: 7200, 1283635440: 7200, 2774592180: 7200]),
      ("America/Sao_Paulo", [-1103406000: -10800, 1195572660: -7200, 2665655880: -10800]),
      ("Antarctica/Troll", [-1602731820: 0, -924848700: 0, 3306211440: 7200]),
      ("Australia/Lord_Howe", [-136397100: 36000, 14340240: 36000, 3255976860: 39600]),
      ("Pacific/Apia", [697221480: -39600, -1369566240: -41400, 2260260360: 46800]),
    ] as [(String, [Int: Int])])
  func offsetsAreThoseOfTheDatabase(zone: String, offsets: [Int: Int]) throws {
    let rules = try TimeZoneRules(named: zone)
    for (moment, offset) in offsets { #expect(rules.offset(at: moment) == offset, "\(zone) at \(moment)") }
  }

  @Test(arguments: ["UTC", "GMT", "Etc/UTC", "Z"])
  func universalTimeNeedsNoDatabase(name: String) throws {
    let rules = try TimeZoneRules(named: name, in: "/proc/none")
    #expect(rules == .utc && rules.offset(at: 1_800_000_000) == 0)
  }

  @Test(
    arguments: [
      ("Mars/Base", "unknown time zone 'Mars/Base'; use a name such as Europe/Berlin"),
      ("europe/berlin", "unknown time zone 'europe/berlin'; use a name such as Europe/Berlin"),
      ("Europe", "unknown time zone 'Europe'; use a name such as Europe/Berlin"),
      ("tzdata.zi", "'tzdata.zi' is not the name of a time zone; use a name such as Europe/Berlin"),
      ("../../etc/passwd", "'../../etc/passwd' is not the name of a time zone; use a name such as Europe/Berlin"),
      ("/etc/localtime", "'/etc/localtime' is not the name of a time zone; use a name such as Europe/Berlin"),
      ("", "'' is not the name of a time zone; use a name such as Europe/Berlin"),
      ("Europe//Berlin", "'Europe//Berlin' is not the name of a time zone; use a name such as Europe/Berlin"),
      ("Europe/Berlin\u{0}", "'Europe/Berlin\u{0}' is not the name of a time zone; use a name such as Europe/Berlin"),
    ])
  func whatIsNoZoneIsRefused(name: String, message: String) {
    #expect(throws: Failure(.invalidParameter, message)) { try TimeZoneRules(named: name) }
  }

  @Test func aMissingDatabaseIsSaidToBeMissing() {
    let message = "the time zone 'Europe/Berlin' is not known here; install the package tzdata"
    #expect(throws: Failure(.unsupported, message)) { try TimeZoneRules(named: "Europe/Berlin", in: "/proc/none") }
  }

  @Test(
    arguments: [
      ("", 0), (":", 0), ("Europe/Berlin", 7200), (":Europe/Berlin", 7200),
      ("/usr/share/zoneinfo/Asia/Kathmandu", 20_700),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 7200), ("<+0545>-5:45", 20_700), ("EST5", -18_000),
    ])
  func theVariableTZIsUnderstood(value: String, offset: Int) throws {
    #expect(try TimeZoneRules.rules(forVariable: value).offset(at: 1_784_000_000) == offset)
  }

  @Test(arguments: ["No/Such", "/etc/passwd", "XX", "CET-1CEST,M13.1.0,M10.5.0"])
  func aVariableThatMeansNothingIsRefused(value: String) {
    #expect(throws: Failure.self) { try TimeZoneRules.rules(forVariable: value) }
  }

  @Test func theLocalRulesAreThoseOfTheSystemsClock() throws {
    for moment in [0, 1_000_000_000, 1_784_000_000] {
      var (seconds, parts) = (time_t(moment), tm())
      localtime_r(&seconds, &parts)
      #expect(try TimeZoneRules.local().offset(at: moment) == parts.tm_gmtoff)
    }
  }

  @Test func aDamagedFileIsNoZone() throws {
    let whole = try #require(Self.bytes("/usr/share/zoneinfo/Europe/Berlin"))
    #expect(TimeZoneFile.rules(from: whole) != nil)
    for count in [0, 3, 4, 20, 43, 44, 60, whole.count / 2] {
      #expect(TimeZoneFile.rules(from: Array(whole.prefix(count))) == nil, "\(count) bytes")
    }
    var generator = SplitMix(state: 9)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 4..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      // Whatever comes of it, it is no crash.
      _ = TimeZoneFile.rules(from: bytes)?.offset(at: 4_000_000_000)
    }
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    guard let chunks = try? FileChunks(path) else { return nil }
    return try? chunks.next()
  }
}
