/// The number formats of the cell styles of a workbook (ECMA-376 part 1, 18.8).
struct StylesPart {
    /// The format of each style, by its number.
    private(set) var formats: [NumberFormat] = []
    /// Excel has at most 65,490 styles.
    private static let limit = 65_536

    /// Reads the styles.
    init(_ source: PartSource) throws(SpreadsheetFileError) {
        let parser = try PartParser(source)
        let (definition, id, code) = (parser.name("numFmt"), parser.name("numFmtId"), parser.name("formatCode"))
        let (cellStyles, style) = (parser.name("cellXfs"), parser.name("xf"))
        var custom: [Int: NumberFormat] = [:]
        var isInCellStyles = false
        while let event = try parser.next() {
            switch event {
            case .start(let element) where element.name == cellStyles: isInCellStyles = true
            case .start(let element) where element.name == style && isInCellStyles:
                guard formats.count < StylesPart.limit else { continue }
                let id = element.string(of: id).flatMap { Int($0) } ?? 0
                formats.append(custom[id] ?? NumberFormat(builtIn: id))
            case .start(let element) where element.name == definition && custom.count < StylesPart.limit:
                guard let id = element.string(of: id).flatMap({ Int($0) }), let code = element.string(of: code) else {
                    continue
                }
                custom[id] = NumberFormat(code: code)
            case .end(cellStyles): isInCellStyles = false
            default: continue
            }
        }
    }
}
