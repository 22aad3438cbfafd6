/// Limits the requests of each peer: a token bucket that holds three seconds' worth.
package struct RateLimiter {
    let perSecond: Double
    /// The maximum number of peers with a bucket of their own.
    static let peers = 4096

    private struct Bucket {
        var tokens: Double
        var filled: Double
    }

    private var buckets: [Peer: Bucket] = [:]

    package init(perSecond: Int) { self.perSecond = Double(perSecond) }

    /// Takes a token.
    /// - Returns: nil, or if there is none, the seconds until there is.
    package mutating func take(_ peer: Peer, now: Double) -> Double? {
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

    /// Gives a token back.
    package mutating func refund(_ peer: Peer) { buckets[peer]?.tokens += 1 }
}
