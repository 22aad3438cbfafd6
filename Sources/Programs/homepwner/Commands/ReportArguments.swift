import Reports

extension Option {
    static let reportFormat = value(
        "format", "FORMAT", choices: ReportFormat.allCases.map(\.rawValue) + ["folder", "bundle"])
    static let reportOutput = value("output", "PATH", letter: "o")
    static let reportTitle = value("title", "TEXT")
    static let reportAsOf = value("as-of", "DATE")
    static let reportLocale = value("locale", "LOCALE", choices: ReportLocale.languages)
    static let reportPaper = value("paper", "PAPER", choices: ReportPaper.allCases.map(\.rawValue))
    static let reportTimeZone = value("time-zone", "ZONE")
    static let reportManifest = flag("manifest")
    static let reportVolumes = flag("volumes")
    static let reportVolumeItems = value("volume-items", "N")
    static let reportSign = value("sign", "KEY")
    static let reportTemplates = value("templates", "DIR")
    static let reportJobs = value("jobs", "N")
    static let reportClaimNumber = value("claim-number", "TEXT", heading: .insurance)
    static let reportDateOfLoss = value("date-of-loss", "DATE", heading: .insurance)
    static let reportHighValue = value("high-value", "AMOUNT", repeats: true, heading: .insurance)
    static let reportDetail = value(
        "detail", "DETAIL", choices: ReportDetail.allCases.map(\.rawValue), heading: .insurance)
    static let reportAllowMissing = flag("allow-missing", heading: .insurance)
    static let reportNoPhotos = flag("no-photos", heading: .insurance)
    static let reportNoDocuments = flag("no-documents", heading: .insurance)
    static let reportPhotos = flag("photos", heading: .inventory)
    static let reportRedact = value("redact", "NAMES", filling: Redaction.names.joined(separator: ", "))
    static let reportInput = value("input", "FILE", heading: .reading)
}
