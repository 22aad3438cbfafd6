import Attachments
import Glibc
import Inventory
import InventoryStore
import Localization
import Message
import Reports
import SiteGenerator

extension Command {
    static let publish = Command(
        name: "publish",
        operands: [PositionalArgument("DIR")],
        options: [
            .publishEditable, .publishReadOnly, .publishCompanion, .publishProfile, .reportTitle, .reportLocale,
            .reportTimeZone,
            .reportTemplates,
        ]
            + [.publishSite, .publishForce, .publishCheck, .publishJobs, .store, .help],
        examples: [
            "publish site",
            "publish site --editable",
            "publish www --profile public",
        ],
        run: publish)

    /// Whether a text is a scheme, a host and perhaps a port (RFC 6454, 6.2), in ASCII.
    static func isOrigin(_ text: String) -> Bool {
        let rest = ["http://", "https://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
        return rest.map { rest in
            !rest.isEmpty && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }
        } ?? false
    }

    /// The profile of the pages: the previous one, unless the call says otherwise.
    private static func profile(_ previous: PreviousPublication, _ path: String) throws(UsageError) -> PublishProfile {
        let given: PublishProfile? = previous.arguments.choice(.publishProfile)
        if given == nil, PublishedSite.isDamaged(at: path) {
            throw .needed(
                "--profile",
                why: localized("publish.profileUnreadable", ["folder": .text(path.onOneLine)]))
        }
        let profile = given ?? previous.site?.profile ?? .private
        guard profile == .private || !previous.arguments.has(.publishEditable) else {
            throw .together("--editable", with: localized("publish.profilePrivateOption"))
        }
        return profile
    }

    private static func publish(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        guard let path = arguments.operand("DIR"), !path.isEmpty else {
            throw UsageError.badOperand("DIR", problem: localized("call.folderNameExpected"))
        }
        let previous = PreviousPublication(site: try PublishedSite(at: path), arguments: arguments)
        let profile = try self.profile(previous, path)
        try arguments.allowOnlyOne(of: [.publishEditable, .publishReadOnly])
        let jobs = try arguments.number(.publishJobs, in: 1...16)
        let store = try invocation.openStore()
        let settings = try store.snapshot().settings
        let zone = arguments.text(.reportTimeZone) ?? previous.site?.timeZone ?? settings.timeZone
        let language = try SettingsOptions.statedLocale(arguments) ?? previous.site?.language ?? settings.locale
        var options = PublishOptions(
            locale: try ReportLocale(language: language, timeZone: zone),
            generator: "homepwner \(CommandRunner.version)")
        options.profile = profile
        let wasEditable = profile == .private && previous.site?.isEditable ?? false
        options.isEditable = arguments.has(.publishEditable) || wasEditable && !arguments.has(.publishReadOnly)
        if let origin = previous.text(.publishCompanion, previous: options.isEditable ? previous.site?.companion : nil)
        {
            guard options.isEditable else { throw UsageError.together("--companion", with: "--editable") }
            guard isOrigin(origin) else {
                throw UsageError.badValue(
                    option: "--companion",
                    problem: localized("publish.originExpected"))
            }
            options.companion = origin
        }
        options.photos = AttachmentStore(of: store).files
        options.title = previous.text(.reportTitle, previous: previous.site?.title)
        options.templates = try previous.templates()
        options.site = try previous.assets()
        options.allowsForeignFolder = arguments.has(.publishForce)
        options.checksFiles = arguments.has(.publishCheck)
        options.jobs = jobs
        let outcome: PublishOutcome
        do {
            outcome = try Progress.during(localized("progress.publishing"), on: invocation.console) {
                try PublishedFolder(at: path, of: store).publish(options)
            }
        } catch let error as PublishError where error.isInterrupted && previous.site != nil {
            throw CommandError.work(
                localized("publish.interrupted", ["reason": .text(CommandError.text(of: error))]))
        }
        if outcome.missingPhotos > 0 {
            invocation.console.complain(
                localized("publish.photosMissing", ["count": .count(outcome.missingPhotos)]))
        }
        warnOfReplacedCharacters(outcome.replacedCharacters, invocation)
        for name in outcome.renamedForeignFiles {
            invocation.console.complain(
                localized("publish.fileKept", ["name": .text(name.onOneLine)]))
        }
        try invocation.announce(
            localized(
                "publish.done",
                [
                    "folder": .text(path.onOneLine), "items": .text(Phrases.count(outcome.items, "item")),
                    "written": .count(outcome.written), "files": .text(Phrases.count(outcome.files, "file")),
                    "removed": .count(outcome.removed),
                ]))
    }
}

extension Option {
    static let publishEditable = flag("editable")
    static let publishReadOnly = flag("read-only")
    static let publishCompanion = value("companion", "URL")
    static let publishProfile = value("profile", "PROFILE", choices: PublishProfile.allCases.map(\.rawValue))
    static let publishSite = value("site", "DIR")
    static let publishForce = flag("force")
    static let publishCheck = flag("check")
    static let publishJobs = value("jobs", "N")
}
