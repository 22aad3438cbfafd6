import Glibc
import InventoryModel
import InventoryStore
import Publishing
import Reporting

extension Command {
    static let publish = Command(
        name: "publish",
        summary: "publishes the inventory as a folder of web pages",
        description: """
            The folder holds a list with totals, a page for each item, and pages by location, tag and letter; it opens \
            without homepwner. Published again, only what changed is written, and what nothing leads to any more is \
            removed. What a folder was published with, from --profile to --title, holds until another option is \
            given. With --editable the pages can change the inventory where 'homepwner serve' serves them.
            """,
        operands: [Operand("DIR", .one, "the folder; made where there is none")],
        options: [
            .publishEditable, .publishReadOnly, .publishCompanion, .publishProfile, .reportTitle, .reportLocale,
            .reportTimeZone,
            .reportTemplates,
        ]
            + [.publishSite, .publishForce, .publishJobs, .store, .help],
        examples: [
            .init("publish site", "makes or renews the pages in site/"),
            .init("publish site --editable", "pages that 'homepwner serve site' lets you edit"),
            .init("publish www --profile public", "pages for anyone, without values and serial numbers"),
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
                why: "whom \(path.onOneLine) was published for cannot be read any more; say public or private")
        }
        let profile = given ?? former.site?.profile ?? .private
        guard profile == .private || !former.arguments.has(.publishEditable) else {
            throw .together("--editable", with: "--profile private")
        }
        return profile
    }

    private static func publish(_ call: Call) throws {
        let arguments = call.arguments
        guard let path = arguments.operand("DIR"), !path.isEmpty else {
            throw CallError.badOperand("DIR", problem: "expected the name of a folder")
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
                    problem: "expected an origin such as https://home.example:8421, without a path")
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
                "\(Words.count(outcome.lackingPhotos, "photo")) that items have "
                    + "\(outcome.lackingPhotos == 1 ? "is" : "are") not in this inventory and left out; "
                    + "'homepwner verify' names them")
        }
        for name in outcome.kept {
            call.console.complain(
                "a file that homepwner did not write stood in the way; it is kept as \(name.onOneLine)")
        }
        try call.announce(
            "published \(path.onOneLine): \(Words.count(outcome.items, "item")), \(outcome.written) of "
                + "\(Words.count(outcome.files, "file")) written, \(outcome.removed) removed")
    }
}

extension Option {
    static let publishEditable = flag("editable", "lets the pages change the inventory through 'homepwner serve'")
    static let publishReadOnly = flag("read-only", "pages that cannot change the inventory, where they could before")
    static let publishCompanion = value(
        "companion", "URL", "where 'homepwner serve --origin' answers, for pages that another server hosts")
    static let publishProfile = value(
        "profile", "PROFILE", "who may read the pages", choices: PublishProfile.allCases.map(\.rawValue),
        initially: "as before, else private")
    static let publishSite = value("site", "DIR", "a folder of scripts and styles that replace the built-in ones")
    static let publishForce = flag(
        "force", "publishes into a folder that homepwner did not make, or made of another inventory")
    static let publishJobs = value("jobs", "N", "how many threads render", initially: "one a core, two at most")
}
