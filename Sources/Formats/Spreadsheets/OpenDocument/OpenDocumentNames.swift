/// The names of elements and attributes that the reader of tables knows.
///
/// A class rather than a struct: some twenty names would be copied for each cell.
final class OpenDocumentNames {
    let table, row, cell, coveredCell, shapes: PartName
    let paragraph, heading, space, tab, lineBreak, count: PartName
    let rowsRepeated, columnsRepeated: PartName
    let valueType, value, dateValue, timeValue, booleanValue, stringValue, currency, formula: PartName
    /// Elements in a cell that are not its text: comments, drawings, footnotes, readings of characters, nested tables.
    let skipped: Set<PartName>

    init(_ parser: PartParser) {
        (table, row, cell) = (parser.name("table"), parser.name("table-row"), parser.name("table-cell"))
        (coveredCell, shapes) = (parser.name("covered-table-cell"), parser.name("shapes"))
        (paragraph, heading, space) = (parser.name("p"), parser.name("h"), parser.name("s"))
        (tab, lineBreak, count) = (parser.name("tab"), parser.name("line-break"), parser.name("c"))
        rowsRepeated = parser.name("number-rows-repeated")
        columnsRepeated = parser.name("number-columns-repeated")
        (valueType, value, dateValue) = (parser.name("value-type"), parser.name("value"), parser.name("date-value"))
        (timeValue, booleanValue) = (parser.name("time-value"), parser.name("boolean-value"))
        (stringValue, currency, formula) = (
            parser.name("string-value"), parser.name("currency"), parser.name("formula")
        )
        skipped = [
            parser.name("annotation"), parser.name("annotation-end"), parser.name("frame"), parser.name("g"),
            parser.name("custom-shape"), parser.name("line"), parser.name("rect"), parser.name("caption"),
            parser.name("control"), parser.name("note"), parser.name("ruby-text"), table, parser.name("detective"),
            parser.name("cell-range-source"),
        ]
    }
}
