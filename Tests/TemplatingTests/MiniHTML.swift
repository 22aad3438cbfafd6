/// A plain reading of HTML, made apart from the engine, to see what a rendered page is made of.
struct MiniHTML {
    struct Element {
        let name: String
        var attributes: [(name: String, value: String)]
        var text = ""
    }

    /// All start tags in order, each with the text up to the next tag.
    private(set) var elements: [Element] = []
    /// Names of tags and attributes in order, without any value.
    private(set) var shape: [String] = []
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var isForeign = false

    init(_ text: String) {
        // A browser reads line endings as line feeds.
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
            scalars.append(scalar)
        }
        self.scalars = scalars.map { $0 == "\r" ? "\n" : $0 }
        read()
    }

    func element(_ selector: String) -> Element? {
        elements.first { element in
            selector.hasPrefix("#")
                ? element.attributes.contains { $0.name == "id" && "#" + $0.value == selector }
                : selector.hasPrefix(element.name + "[")
                    && element.attributes.contains { selector.contains("[" + $0.name) }
        }
    }

    private mutating func read() {
        while position < scalars.count {
            if starts("<!--") {
                shape.append("comment")
                position = find("-->", from: position + 4).map { $0 + 3 } ?? scalars.count
            } else if starts("<!") || starts("<?") {
                shape.append("declaration")
                position = find(">", from: position).map { $0 + 1 } ?? scalars.count
            } else if starts("</"), isLetter(position + 2) {
                tag(isEnd: true)
            } else if starts("<"), isLetter(position + 1) {
                tag(isEnd: false)
            } else {
                text(until: nil)
            }
        }
    }

    private mutating func tag(isEnd: Bool) {
        position += isEnd ? 2 : 1
        let name = word { $0 == ">" || $0 == "/" || $0.properties.isWhitespace }
        var element = Element(name: name, attributes: [])
        shape.append((isEnd ? "/" : "") + name)
        while position < scalars.count, scalars[position] != ">" {
            if scalars[position] == "/" || scalars[position].properties.isWhitespace {
                position += 1
                continue
            }
            let attribute = word { $0 == "=" || $0 == ">" || $0 == "/" || $0.properties.isWhitespace }
            shape.append("@" + attribute)
            var value = ""
            if position < scalars.count, scalars[position] == "=" {
                position += 1
                value = attributeValue()
            }
            element.attributes.append((attribute, value))
        }
        position += 1
        if name == "svg" { isForeign = !isEnd }
        guard !isEnd else { return }
        elements.append(element)
        if !isForeign, ["script", "style", "title", "textarea"].contains(name) { text(until: "</" + name) }
        if name == "textarea" || name == "pre" {
            if name == "pre", position < scalars.count, !starts("<") { text(until: nil) }
            let text = elements[elements.count - 1].text
            if text.unicodeScalars.first == "\n" {
                elements[elements.count - 1].text = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
            }
        }
    }

    private mutating func attributeValue() -> String {
        guard position < scalars.count else { return "" }
        let quote = scalars[position]
        guard quote == "\"" || quote == "'" else { return word { $0 == ">" || $0.properties.isWhitespace } }
        position += 1
        let start = position
        while position < scalars.count, scalars[position] != quote { position += 1 }
        defer { position += 1 }
        return decode(start..<position)
    }

    /// Text up to the next tag, or to a closing tag where no other counts.
    private mutating func text(until closing: String?) {
        let start = position
        if let closing {
            position = find(closing, from: position) ?? scalars.count
        } else {
            position += 1
            while position < scalars.count, scalars[position] != "<" { position += 1 }
        }
        let isScript = closing == "</script" || closing == "</style"
        let text = isScript ? String(String.UnicodeScalarView(scalars[start..<position])) : decode(start..<position)
        if !elements.isEmpty, shape.last?.hasPrefix("/") != true { elements[elements.count - 1].text += text }
    }

    private mutating func word(_ isEnd: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        position += 1
        while position < scalars.count, !isEnd(scalars[position]) { position += 1 }
        return String(String.UnicodeScalarView(scalars[start..<min(position, scalars.count)])).lowercased()
    }

    private func decode(_ range: Range<Int>) -> String {
        let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#13": "\r"]
        var text = String.UnicodeScalarView()
        var index = range.lowerBound
        while index < range.upperBound {
            if scalars[index] == "&", let end = scalars[index..<range.upperBound].firstIndex(of: ";"),
                let meant = names[String(String.UnicodeScalarView(scalars[(index + 1)..<end]))]
            {
                text.append(contentsOf: meant.unicodeScalars)
                index = end + 1
            } else {
                text.append(scalars[index])
                index += 1
            }
        }
        return String(text)
    }

    private func starts(_ mark: String) -> Bool {
        scalars[position...].starts(with: mark.unicodeScalars)
    }

    private func isLetter(_ index: Int) -> Bool {
        index < scalars.count && scalars[index].isASCII && scalars[index].properties.isAlphabetic
    }

    private func find(_ mark: String, from start: Int) -> Int? {
        let wanted = Array(mark.unicodeScalars)
        return (start..<max(start, scalars.count)).first { index in
            scalars[index...].prefix(wanted.count).map { $0.properties.lowercaseMapping }
                == wanted.map { $0.properties.lowercaseMapping }
        }
    }
}
