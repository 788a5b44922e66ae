/// The ids of the seed accounts; old instances have small ids.
enum Person {
  static let bob: Int64 = 1
  static let carol: Int64 = 2
  static let dora: Int64 = 3
  static let newsbot: Int64 = 4
  static let erin: Int64 = 5
  static let frank: Int64 = 6
  static let ivan: Int64 = 7
  static let mallory: Int64 = 8
  static let heidi: Int64 = 9
  static let alice: Int64 = 110_000_000_000_000_001
  static let trent: Int64 = 110_000_000_000_000_014
  static let peggy: Int64 = 110_000_000_000_000_023
  static let victor: Int64 = 110_000_000_000_000_037
  static let judy: Int64 = 110_000_000_000_000_042
  static let sakura: Int64 = 110_512_000_000_000_101
  static let yusuf: Int64 = 110_512_000_000_000_102
  static let lens: Int64 = 110_512_000_000_000_103
  static let bookClub: Int64 = 110_512_000_000_000_104
  static let zoe: Int64 = 110_512_000_000_000_105
  static let wide: Int64 = 110_512_000_000_000_106
  static let moon: Int64 = 110_512_000_000_000_107
  static let hermit: Int64 = 110_512_000_000_000_108
  static let spam: Int64 = 110_512_000_000_000_109
  static let ivanElsewhere: Int64 = 110_512_000_000_000_110
  static let buildbot: Int64 = 112_000_000_000_000_001
  static let winner: Int64 = 112_000_000_000_000_002
  static let robin: Int64 = 112_000_000_000_000_003

  /// Followers of the news, numerous enough that lists of them take several pages.
  static let crowd: [Int64] = (1...90).map { 111_000_000_000_000_000 + $0 }
}
