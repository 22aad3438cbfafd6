import Files

/// The tables of an OpenDocument spreadsheet, found without parsing their cells.
///
/// The names are in the tags of the tables, and these begin anywhere in the content. Searching the bytes for the tags
/// takes a third of the time of parsing.
enum TableList {
    private static let limit = 4096
    private static let tag = Array("<table:table ".utf8)
    private static let maxTagLength = 1 << 14

    /// Returns the tables in their order, up to 4,096.
    static func sheets(of package: SpreadsheetPackage) throws(SpreadsheetFileError) -> [SpreadsheetSheet] {
        let hidden = try hiddenStyles(in: try package.source(of: OpenDocumentReader.contentPart))
        let tags = try tags(in: try package.source(of: OpenDocumentReader.contentPart))
        return try tables(tags).map { table in
            SpreadsheetSheet(name: table.name, isHidden: table.style.map { hidden.contains($0) } ?? false)
        }
    }

    /// Returns the tags of the tables as elements without content.
    private static func tags(in source: PartSource) throws(SpreadsheetFileError) -> [UInt8] {
        var tags: [UInt8] = []
        var count = 0
        var window: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let length = try source.fill(&piece), length > 0 {
            window += piece[..<length]
            // The last bytes may be the beginning of a tag.
            var (start, kept) = (0, window.count - tag.count + 1)
            while count < limit, let found = ByteSearch.first(tag, in: window, from: start) {
                if let end = end(of: window[found...].prefix(maxTagLength)) {
                    tags += window[found..<end] + "/>".utf8
                    count += 1
                    start = end
                } else if window.count - found < maxTagLength {
                    kept = found
                    break
                } else {
                    start = found + tag.count
                }
            }
            window.removeFirst(max(0, max(start, kept)))
        }
        return tags
    }

    /// The place of the `>` or `/>` that ends a tag, outside of quotes.
    private static func end(of tag: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in tag.indices {
            let byte = tag[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return tag[index - 1] == UInt8(ascii: "/") ? index - 1 : index
            }
        }
        return nil
    }

    /// The names of the styles of hidden tables, which come before the tables.
    private static func hiddenStyles(in source: PartSource) throws(SpreadsheetFileError) -> Set<String> {
        let parser = try PartParser(source)
        let (body, element, name) = (parser.name("body"), parser.name("style"), parser.name("name"))
        let (properties, display) = (parser.name("table-properties"), parser.name("display"))
        var hidden: Set<String> = []
        var style: String?
        while let event = try parser.next() {
            guard case .start(let started) = event else { continue }
            if started.name == body { break }
            if started.name == element {
                style = started.string(of: name)
            } else if started.name == properties, let style, started.string(of: display) == "false",
                hidden.count < 65_536
            {
                hidden.insert(style)
            }
        }
        return hidden
    }

    /// The names and styles of tables, from their tags.
    private static func tables(_ tags: [UInt8]) throws(SpreadsheetFileError) -> [(name: String, style: String?)] {
        var rest = ("<t xmlns:table=\"table\">".utf8 + tags + "</t>".utf8)[...]
        let parser = try PartParser(
            PartSource(name: OpenDocumentReader.contentPart) { piece in
                let count = min(piece.count, rest.count)
                piece.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            })
        let (table, name, style) = (parser.name("table"), parser.name("name"), parser.name("style-name"))
        var tables: [(name: String, style: String?)] = []
        while let event = try parser.next() {
            guard case .start(let element) = event, element.name == table else { continue }
            tables.append((element.string(of: name) ?? "", element.string(of: style)))
        }
        return tables
    }
}
