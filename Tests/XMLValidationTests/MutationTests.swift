import Testing

@testable import XMLValidation

/// SplitMix64: the same documents in every run.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("Random damage")
struct MutationTests {
    /// Flips, drops, doubles or swaps a few bytes or spans.
    private func mutate(_ document: [UInt8], with dice: inout Dice) -> [UInt8] {
        var bytes = document
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            let length = min(Int.random(in: 1...40, using: &dice), bytes.count - place)
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 3:
                let other = Int.random(in: 0...(bytes.count - length), using: &dice)
                bytes.replaceSubrange(place..<place + length, with: Array(bytes[other..<other + length]))
            default: bytes.insert(Array("<>&\"'/!?[]-= \n0a".utf8).randomElement(using: &dice) ?? 0, at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    @Test("both validators have the same result, however the bytes are split", arguments: 0..<8)
    func verdicts(seed: UInt64) throws {
        var dice = Dice(state: seed)
        var refused = 0
        for _ in 0..<100 {
            let document = mutate(Array(fullDocument.utf8), with: &dice)
            let whole = try XMLStreamValidator.report(on: document, chunk: 1 << 20)
            let crumbs = try XMLStreamValidator.report(on: document, chunk: 13)
            let sharded = try ShardedXMLValidator.report(on: document, jobs: 1)
            #expect(whole.isValid == crumbs.isValid, "\(String(decoding: document, as: UTF8.self))")
            #expect(whole.isValid == sharded.isValid, "\(String(decoding: document, as: UTF8.self))")
            refused += whole.isValid ? 0 : 1
        }
        #expect(refused > 40, "the damage is too mild to tell anything")
    }

    @Test("xmllint has the same result", .enabled(if: XMLLint.path != nil, XMLLint.missing))
    func secondOpinion() throws {
        var dice = Dice(state: 42)
        for _ in 0..<100 {
            let document = mutate(Array(fullDocument.utf8), with: &dice)
            let own = try XMLStreamValidator.report(on: document)
            guard own.diagnostics.first?.rule != "no-doctype" else { continue }
            let opinion = try XMLLint.accepts(document)
            #expect(own.isValid == opinion, "\(own)\n\(String(decoding: document, as: UTF8.self))")
        }
    }
}
