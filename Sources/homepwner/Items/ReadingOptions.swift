/// The options that say how a file of another program is to be read.
enum ReadingOptions {
    private static let heading = "Reading the file"

    static let format = Option.value(
        "from", "FORMAT", "the file's format", choices: ["homebox", "snipe-it", "csv", "json", "xml", "archive"],
        initially: "known by the content", heading: heading)
    static let map = Option.value(
        "map", "COLUMN=FIELD", "which field a column of a plain CSV holds, as in \"Item=name\"; COLUMN=- leaves it out",
        repeats: true, heading: heading)
    static let decimal = Option.value(
        "decimal", "MARK", "what parts the decimals in a plain CSV that groups its digits or writes 12,34",
        choices: ["point", "comma"], heading: heading)
    static let dateFormat = Option.value(
        "date-format", "ORDER", "how a plain CSV writes days, where not as 2024-12-25", choices: ["ymd", "dmy", "mdy"],
        heading: heading)
    static let currency = Option.value(
        "currency", "CODE", "the currency of amounts that name none", initially: "the inventory's, USD for a new one",
        heading: heading)

    static let all = [format, map, currency, decimal, dateFormat]
}
