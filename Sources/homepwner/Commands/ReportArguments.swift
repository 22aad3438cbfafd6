import Reporting

extension Option {
    static let reportFormat = value(
        "format", "FORMAT", "the form", choices: ReportFormat.allCases.map(\.rawValue) + ["bundle"],
        initially: "told by the ending of the output's name, else html")
    static let reportOutput = value(
        "output", "PATH", "the file to write; - for standard output", letter: "o", initially: "the report's name")
    static let reportTitle = value("title", "TEXT", "the title")
    static let reportAsOf = value("as-of", "DATE", "the date the report states; it selects nothing",
        initially: "in report insurance the day of the loss, else today")
    static let reportLocale = value(
        "locale", "LOCALE", "the language of an HTML or PDF report", choices: ReportLocale.languages,
        initially: "the inventory's")
    static let reportPaper = value(
        "paper", "PAPER", "the paper of PDF and of printed HTML", choices: ReportPaper.allCases.map(\.rawValue),
        initially: "a4")
    static let reportTimeZone = value(
        "time-zone", "ZONE", "the time zone of dates in an HTML or PDF report", initially: "the inventory's")
    static let reportManifest = flag(
        "manifest", "writes the SHA-256 sum beside the report, for 'homepwner verify' and 'sha256sum -c'")
    static let reportSign = value(
        "sign", "KEY", "signs that sum with a secret key: Ed25519 in PEM, or one of OpenSSH")
    static let reportTemplates = value("templates", "DIR", "a folder of templates that replace the built-in ones")
    static let reportJobs = value("jobs", "N", "how many threads make and check an XML report", initially: "one a core")
    static let reportClaimNumber = value(
        "claim-number", "TEXT", "the number of the claim", initially: "the inventory's", heading: "Insurance")
    static let reportDateOfLoss = value(
        "date-of-loss", "DATE", "the day of the loss, as in 2026-11-05", initially: "the inventory's",
        heading: "Insurance")
    static let reportHighValue = value(
        "high-value", "AMOUNT", "sets items apart of which one is worth this much, as in 2500USD; once a currency",
        repeats: true, heading: "Insurance")
    static let reportColumns = value(
        "columns", "NAMES", "the schedule's columns, parted by commas: \(ScheduleColumn.names)",
        initially: "all but purchase-price and documents", heading: "Insurance")
    static let reportNoPhotos = flag("no-photos", "leaves photos out", heading: "Insurance")
    static let reportNoDocuments = flag(
        "no-documents", "leaves receipts and other documents out", heading: "Insurance")
    static let reportPhotos = flag("photos", "shows a small photo of each item in HTML and PDF", heading: "Inventory")
    static let reportRedact = value(
        "redact", "NAMES", "keeps these back, parted by commas, in every format: \(Redaction.names)")
    static let reportInput = value(
        "input", "FILE", "makes the report from this file; - for standard input", heading: "Reading the file")
}
