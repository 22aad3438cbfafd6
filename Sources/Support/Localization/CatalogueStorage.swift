import CSupport
import JSON
import Synchronization

/// The texts of a catalogue by name.
///
/// Of a catalogue that the program carries a call mostly says a few of its texts: these are found in its bytes, and
/// only where many are asked for is the whole read.
final class CatalogueStorage: Sendable {
    /// How many texts are looked for one by one.
    private static let few = 32

    private struct State {
        var all: [String: String]?
        var asked = 0
    }

    // The program's own bytes, there as long as it runs.
    private nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
    private let state: Mutex<State>

    /// Texts that were read.
    init(_ texts: [String: String]) {
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        state = Mutex(State(all: texts))
    }

    /// The texts of a file that the program carries, each on a line of its own: `"name": "text",`.
    init(embedded bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        state = Mutex(State())
    }

    /// Every text by its name.
    var all: [String: String] {
        state.withLock { state in
            if let all = state.all { return all }
            let all = CatalogueStorage.read(bytes) ?? [:]
            state.all = all
            return all
        }
    }

    subscript(name: String) -> String? {
        let isOneOfFew = state.withLock { state in
            state.asked += 1
            return state.all == nil && state.asked <= CatalogueStorage.few
        }
        return isOneOfFew ? found(name) : all[name]
    }

    /// Reads a JSON object of texts; nil where the bytes are none.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [String: String]? {
        guard let members = (try? JSONValue(parsing: bytes, rejectsDuplicateNames: false))?.object else { return nil }
        var texts: [String: String] = [:]
        texts.reserveCapacity(members.count)
        for member in members {
            guard case .string(let text) = member.value else { return nil }
            texts[member.name] = text
        }
        return texts
    }

    private func found(_ name: String) -> String? {
        let key = Array("\"\(name)\": \"".utf8)
        guard let base = bytes.baseAddress, let match = byte_search(base, bytes.count, key, key.count) else {
            return nil
        }
        let start = match - UnsafeRawPointer(base) + key.count
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") { return all[name] }
            end += 1
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
