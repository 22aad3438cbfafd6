import InventoryModel

extension Command {
    static let report = Command(
        name: "report",
        summary: "makes a report: HTML to read and print, XML, CSV or JSON",
        description: """
            The report 'inventory' is the list with its totals. Totals are exact, kept apart by currency, and say what \
            they leave out. The file appears whole, checked and flushed, or not at all. With --input the report is made \
            straight from a file of another program and no inventory is kept.
            """,
        operands: [Operand("NAME", .optional, "the report (otherwise inventory)")],
        options: [.reportFormat, .reportOutput, .reportTitle, .reportAsOf, .reportLocale, .reportTimeZone]
            + [.reportTemplates, .reportJobs] + SelectionOptions.all + [.reportInput] + ReadingOptions.all
            + [.store, .help],
        examples: [
            .init("report", "makes inventory.html"),
            .init("report --input homebox.csv -o report.html", "from an export to a report in one go"),
            .init(
                "report -o claim.xml --where tag:insured --group-by location",
                "what is insured, by room, as validated XML"),
        ])
}

extension Option {
    static let reportFormat = value(
        "format", "FORMAT", "the form", choices: ["html", "xml", "csv", "json"],
        initially: "told by the ending of the output's name, else html")
    static let reportOutput = value(
        "output", "PATH", "the file to write; - for standard output", letter: "o", initially: "the report's name")
    static let reportTitle = value("title", "TEXT", "the title")
    static let reportAsOf = value("as-of", "DATE", "the date the report states; it selects nothing")
    static let reportLocale = value(
        "locale", "LOCALE", "the language of the HTML report", choices: SettingsOptions.locales,
        initially: "the inventory's")
    static let reportTimeZone = value(
        "time-zone", "ZONE", "the time zone of dates in the HTML report", initially: "the inventory's")
    static let reportTemplates = value("templates", "DIR", "a folder of templates that replace the built-in ones")
    static let reportJobs = value("jobs", "N", "how many threads check the XML", initially: "one a core")
    static let reportInput = value(
        "input", "FILE", "makes the report from this file; - for standard input", heading: "Reading the file")
}
