/// The number formats of the cell styles of a workbook (ECMA-376 part 1, 18.8).
final class StylesPart: PartHandler {
    /// The format of each style, by its number.
    private(set) var formats: [NumberFormat] = []
    private var customFormats: [Int: NumberFormat] = [:]
    private var isInCellStyles = false
    private let names: (numberFormat: PartName, id: PartName, code: PartName, styles: PartName, style: PartName)
    /// Excel has at most 65,490 styles.
    private static let limit = 65_536

    /// Reads the styles.
    init(_ source: PartSource) throws(SpreadsheetFileError) {
        let parser = try PartParser(source)
        names = (
            parser.name("numFmt"), parser.name("numFmtId"), parser.name("formatCode"), parser.name("cellXfs"),
            parser.name("xf")
        )
        parser.handler = self
        try parser.readAll()
    }

    func start(_ element: PartElement) {
        if element.name == names.styles {
            isInCellStyles = true
        } else if element.name == names.style, isInCellStyles, formats.count < StylesPart.limit {
            let id = element.string(of: names.id).flatMap { Int($0) } ?? 0
            formats.append(customFormats[id] ?? NumberFormat(builtIn: id))
        } else if element.name == names.numberFormat, customFormats.count < StylesPart.limit,
            let id = element.string(of: names.id).flatMap({ Int($0) }), let code = element.string(of: names.code)
        {
            customFormats[id] = NumberFormat(code: code)
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: PartName) { if name == names.styles { isInCellStyles = false } }
}
