import JSON

extension JSONWriter {
    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ number: some BinaryInteger) { add(name, .number(String(number))) }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }
}
