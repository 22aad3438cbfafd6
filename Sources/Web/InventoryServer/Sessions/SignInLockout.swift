import HTTPServer

/// Slows down guessing of tokens: after some wrong tokens a peer has to wait, twice as long each time.
///
/// A successful sign-in resets the count.
struct SignInLockout {
    /// Wrong tokens without a wait, because people mistype.
    static let free = 3
    /// The longest wait in seconds.
    static let longest = 900.0
    /// The maximum number of peers. Beyond it the one that failed longest ago is forgotten.
    static let peers = 1024

    private struct Record {
        var failures = 0
        var last = 0.0
        var until = 0.0
    }

    private var records: [Peer: Record] = [:]

    /// The seconds that a peer still has to wait.
    func wait(_ peer: Peer, now: Double) -> Double { max(0, (records[peer]?.until ?? 0) - now) }

    /// Counts a wrong token.
    /// - Returns: the seconds to wait before the next try.
    mutating func fail(_ peer: Peer, now: Double) -> Double {
        if records[peer] == nil, records.count >= SignInLockout.peers,
            let oldest = records.min(by: { $0.value.last < $1.value.last })
        {
            records[oldest.key] = nil
        }
        var record = records[peer] ?? Record()
        // After an hour without a failure the count starts again.
        if now - record.last > 3600 { record.failures = 0 }
        record.failures += 1
        record.last = now
        var wait = 0.0
        if record.failures > SignInLockout.free {
            let doublings = min(record.failures - SignInLockout.free - 1, 20)
            wait = min(SignInLockout.longest, Double(1 << doublings))
        }
        record.until = now + wait
        records[peer] = record
        return wait
    }

    mutating func succeed(_ peer: Peer) { records[peer] = nil }
}
