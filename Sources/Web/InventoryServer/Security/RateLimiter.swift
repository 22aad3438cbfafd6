/// Bounds how many requests a peer may send: a bucket that fills at a rate and holds three seconds' worth.
struct RateLimiter {
    let perSecond: Double
    /// Peers that are remembered.
    static let peers = 4096

    private struct Bucket {
        var tokens: Double
        var filled: Double
    }

    private var buckets: [Peer: Bucket] = [:]

    init(perSecond: Int) { self.perSecond = Double(perSecond) }

    /// Takes one request in; else the seconds after which the next is.
    mutating func take(_ peer: Peer, now: Double) -> Double? {
        let most = perSecond * 3
        if buckets[peer] == nil, buckets.count >= RateLimiter.peers {
            buckets = buckets.filter { now - $0.value.filled < 3 }
            if buckets.count >= RateLimiter.peers { return 1 }
        }
        var bucket = buckets[peer] ?? Bucket(tokens: most, filled: now)
        bucket.tokens = min(most, bucket.tokens + (now - bucket.filled) * perSecond)
        bucket.filled = now
        defer { buckets[peer] = bucket }
        guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
        bucket.tokens -= 1
        return nil
    }

    /// Lets a request that was taken in count for nothing.
    mutating func refund(_ peer: Peer) { buckets[peer]?.tokens += 1 }
}
