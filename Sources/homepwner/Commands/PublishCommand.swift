import Glibc
import InventoryModel
import InventoryStore
import Publishing
import Reporting
import Wording

extension Command {
    static let publish = Command(
        name: "publish",
        operands: [Operand("DIR")],
        options: [
            .publishEditable, .publishCompanion, .publishProfile, .reportTitle, .reportLocale, .reportTimeZone,
            .reportTemplates,
        ]
            + [.publishSite, .publishForce, .publishJobs, .store, .help],
        examples: [
            "publish site",
            "publish site --editable",
            "publish www --profile public",
        ],
        run: publish)

    /// Whether a text is a scheme, a host and perhaps a port (RFC 6454, 6.2), in ASCII.
    private static func isOrigin(_ text: String) -> Bool {
        let rest = ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
        return rest.map { rest in
            !rest.isEmpty && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
        } ?? false
    }

    private static func publish(_ call: Call) throws {
        let arguments = call.arguments
        let profile = arguments.choice(.publishProfile) ?? PublishProfile.private
        if profile == .public, arguments.has(.publishEditable) {
            throw CallError.together("--editable", with: said("commands.profilePrivate"))
        }
        guard let path = arguments.operand("DIR"), !path.isEmpty else {
            throw CallError.badOperand("DIR", problem: said("commands.expectedTheNameOf"))
        }
        let jobs = try arguments.number(.publishJobs, in: 1...16)
        let store = try call.openStore()
        let settings = try store.snapshot().settings
        let zone = arguments.text(.reportTimeZone) ?? settings.timeZone
        var options = PublishOptions(
            locale: try ReportLocale(language: arguments.text(.reportLocale) ?? settings.locale, timeZone: zone),
            generator: "homepwner \(Program.version)")
        options.profile = profile
        options.isEditable = arguments.has(.publishEditable)
        if let origin = arguments.text(.publishCompanion) {
            guard options.isEditable else { throw CallError.together("--companion", with: "--editable") }
            guard isOrigin(origin) else {
                throw CallError.badValue(
                    option: "--companion",
                    problem: said("commands.expectedAnOriginSuch"))
            }
            options.companion = origin
        }
        options.pictures = StoredPhotos(of: store)
        options.title = arguments.text(.reportTitle)
        options.templates = arguments.text(.reportTemplates)
        options.site = arguments.text(.publishSite)
        options.takesForeignFolder = arguments.has(.publishForce)
        options.jobs = jobs
        let outcome = try Publisher(options).publish(store, to: path)
        if outcome.lackingPhotos > 0 {
            call.console.complain(
                said("commands.photosNotHere", Count(outcome.lackingPhotos)))
        }
        try call.announce(
            said(
                "commands.publishedOfWrittenRemoved", path.onOneLine, Words.count(outcome.items, "item"),
                outcome.written, Words.count(outcome.files, "file"), outcome.removed))
    }
}

extension Option {
    static let publishEditable = flag("editable")
    static let publishCompanion = value("companion", "URL")
    static let publishProfile = value("profile", "PROFILE", choices: PublishProfile.allCases.map(\.rawValue))
    static let publishSite = value("site", "DIR")
    static let publishForce = flag("force")
    static let publishJobs = value("jobs", "N")
}
