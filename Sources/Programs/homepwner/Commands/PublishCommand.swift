import Glibc
import Inventory
import InventoryStore
import Localization
import Reports
import SiteGenerator

extension Command {
    static let publish = Command(
        name: "publish",
        operands: [Operand("DIR")],
        options: [
            .publishEditable, .publishReadOnly, .publishCompanion, .publishProfile, .reportTitle, .reportLocale,
            .reportTimeZone,
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

    /// Whom the pages are for: whom they were for, unless the call says otherwise.
    private static func profile(_ former: FormerDesign, _ path: String) throws(CallError) -> PublishProfile {
        let given: PublishProfile? = former.arguments.choice(.publishProfile)
        if given == nil, PublishedSite.isDamaged(at: path) {
            throw .needed(
                "--profile",
                why: said("commands.profileUnknown", path.onOneLine))
        }
        let profile = given ?? former.site?.profile ?? .private
        guard profile == .private || !former.arguments.has(.publishEditable) else {
            throw .together("--editable", with: said("commands.profilePrivate"))
        }
        return profile
    }

    private static func publish(_ call: Call) throws {
        let arguments = call.arguments
        guard let path = arguments.operand("DIR"), !path.isEmpty else {
            throw CallError.badOperand("DIR", problem: said("commands.expectedTheNameOf"))
        }
        let former = FormerDesign(site: PublishedSite(at: path), arguments: arguments)
        let profile = try self.profile(former, path)
        try arguments.allowOnlyOne(of: [.publishEditable, .publishReadOnly])
        let jobs = try arguments.number(.publishJobs, in: 1...16)
        let store = try call.openStore()
        let settings = try store.snapshot().settings
        let zone = arguments.text(.reportTimeZone) ?? former.site?.timeZone ?? settings.timeZone
        let language = arguments.text(.reportLocale) ?? former.site?.language ?? settings.locale
        var options = PublishOptions(
            locale: try ReportLocale(language: language, timeZone: zone),
            generator: "homepwner \(Program.version)")
        options.profile = profile
        let wasEditable = profile == .private && former.site?.isEditable ?? false
        options.isEditable = arguments.has(.publishEditable) || wasEditable && !arguments.has(.publishReadOnly)
        if let origin = former.text(.publishCompanion, former: options.isEditable ? former.site?.companion : nil) {
            guard options.isEditable else { throw CallError.together("--companion", with: "--editable") }
            guard isOrigin(origin) else {
                throw CallError.badValue(
                    option: "--companion",
                    problem: said("commands.expectedAnOriginSuch"))
            }
            options.companion = origin
        }
        options.pictures = StoredPhotos(of: store)
        options.title = former.text(.reportTitle, former: former.site?.title)
        options.templates = try former.templates()
        options.site = try former.assets()
        options.takesForeignFolder = arguments.has(.publishForce)
        options.jobs = jobs
        let outcome = try Publisher(options).publish(store, to: path)
        if outcome.lackingPhotos > 0 {
            call.console.complain(
                said("commands.photosNotHere", Count(outcome.lackingPhotos)))
        }
        for name in outcome.kept {
            call.console.complain(
                said("commands.fileKept", name.onOneLine))
        }
        try call.announce(
            said(
                "commands.publishedOfWrittenRemoved", path.onOneLine, Words.count(outcome.items, "item"),
                outcome.written, Words.count(outcome.files, "file"), outcome.removed))
    }
}

extension Option {
    static let publishEditable = flag("editable")
    static let publishReadOnly = flag("read-only")
    static let publishCompanion = value("companion", "URL")
    static let publishProfile = value("profile", "PROFILE", choices: PublishProfile.allCases.map(\.rawValue))
    static let publishSite = value("site", "DIR")
    static let publishForce = flag("force")
    static let publishJobs = value("jobs", "N")
}
