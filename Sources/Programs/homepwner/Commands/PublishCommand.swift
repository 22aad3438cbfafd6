import Attachments
import Files
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
            .publishEditable, .publishReadOnly, .publishCompanion, .publishProfile, SelectionOptions.filter,
            ColumnArguments.columns, .publishAddress, .reportTitle, .reportLocale, .reportTimeZone, .reportTemplates,
        ]
            + [.publishSite, .publishForce, .publishCheck, .publishJobs, .store, .help],
        examples: [
            "publish site",
            "publish site --editable",
            "publish www --profile public",
            "publish sale --profile sale",
            "publish loans --where tag:loan --columns name,photo,location",
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
    private static func profile(
        _ previous: PreviousPublication, _ path: String, _ store: InventoryStore, _ snapshot: StoreSnapshot
    ) throws -> PublishProfile {
        let arguments = previous.arguments
        var profile: PublishProfile
        if let given = arguments.text(.publishProfile) {
            profile = try self.profile(given, in: snapshot)
        } else if PublishedSite.isDamaged(at: path) {
            throw UsageError.needed(
                "--profile",
                why: localized("publish.profileUnreadable", ["folder": .text(path.onOneLine)]))
        } else {
            profile = try previous.site?.profile(in: store) ?? .private
        }
        if let filter = arguments.text(SelectionOptions.filter) { profile.filter = filter.isEmpty ? nil : filter }
        if let columns = try ColumnArguments.read(ColumnArguments.columns, arguments, in: snapshot) {
            do { try PublishProfile.check(columns) } catch let error as PublishProfileError {
                throw UsageError.badValue(
                    option: ColumnArguments.columns.spelling, problem: localized(error.message))
            }
            profile.columns = columns
        }
        return profile
    }

    /// Reads a profile: one of the program's own by its name, else a file.
    private static func profile(_ name: String, in snapshot: StoreSnapshot) throws -> PublishProfile {
        if let profile = PublishProfile.named(name) { return profile }
        func problem(_ text: String) -> UsageError {
            .badValue(option: Option.publishProfile.spelling, problem: text)
        }
        guard let bytes = try readFile(ifPresent: name) else {
            let names: Message.Argument = .text(Phrases.list(PublishProfile.names))
            throw problem(localized("publish.noProfile", ["name": .text(name.onOneLine), "names": names]))
        }
        do {
            return try PublishProfile(bytes) { try snapshot.customFieldNames() }
        } catch let error as any MessageConvertible where error is PublishProfileError || error is ReportColumnError {
            throw problem(
                localized(
                    "publish.profileFile", ["file": .text(name.onOneLine), "reason": .message(error.message)]))
        }
    }

    /// The address of the folder on the web, which search engines need.
    private static func address(_ previous: PreviousPublication, _ profile: PublishProfile) throws -> String? {
        guard profile.isFindable else {
            guard !previous.arguments.has(.publishAddress) else {
                throw UsageError.together("--address", with: localized("publish.findableProfile"))
            }
            return nil
        }
        guard let address = previous.text(.publishAddress, previous: previous.site?.address) else {
            throw UsageError.needed("--address", why: localized("publish.addressNeeded"))
        }
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let path = parts.count > 3 ? parts[3] : ""
        guard isOrigin(parts.prefix(3).joined(separator: "/")),
            path.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._~/%".contains($0)) })
        else {
            throw UsageError.badValue(option: "--address", problem: localized("publish.addressExpected"))
        }
        return address.hasSuffix("/") ? address : address + "/"
    }

    /// The items of the pages; nil for all.
    /// - Throws: `badValue` if the call's filter or profile has a term that cannot be read, or names a custom field that no
    ///   item has.
    private static func selection(
        _ options: PublishOptions, _ snapshot: StoreSnapshot, _ arguments: Arguments
    ) throws -> Selection? {
        let option = arguments.has(SelectionOptions.filter) ? SelectionOptions.filter : Option.publishProfile
        do {
            let selection = try options.profile.selection(snapshot.settings, options.locale, now: options.now)
            if arguments.has(option), let selection, let error = try snapshot.unknownField(in: selection) {
                throw error
            }
            return selection
        } catch let error as SelectionError {
            throw UsageError.badValue(option: option.spelling, problem: localized(error.message))
        }
    }

    private static func publish(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        guard let path = arguments.operand("DIR"), !path.isEmpty else {
            throw UsageError.badOperand("DIR", problem: localized("call.folderNameExpected"))
        }
        let previous = PreviousPublication(site: try PublishedSite(at: path), arguments: arguments)
        try arguments.allowOnlyOne(of: [.publishEditable, .publishReadOnly])
        let jobs = try arguments.number(.publishJobs, in: 1...16)
        let store = try invocation.openStore()
        let snapshot = try store.snapshot()
        if ColumnArguments.asksForHelp(arguments) {
            return try ColumnArguments.printHelp(snapshot, on: invocation.console)
        }
        let profile = try self.profile(previous, path, store, snapshot)
        // A server answers with all fields, so that pages for editing hide none; `people hide` does both.
        guard !profile.isPublic && profile.hidden.isEmpty || !arguments.has(.publishEditable) else {
            throw UsageError.together("--editable", with: localized("publish.profilePrivateOption"))
        }
        let settings = snapshot.settings
        let zone = arguments.text(.reportTimeZone) ?? previous.site?.timeZone ?? settings.timeZone
        let language = try SettingsOptions.statedLocale(arguments) ?? previous.site?.language ?? settings.locale
        var options = PublishOptions(
            locale: try ReportLocale(language: language, timeZone: zone),
            generator: "homepwner \(CommandRunner.version)")
        options.profile = profile
        options.now = try invocation.documentTimestamp()
        // Another profile ends editing; a selection alone would end it without a word.
        let isNamed = arguments.has(.publishProfile) && profile != .private
        let wasEditable = !isNamed && previous.site?.isEditable ?? false
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
        options.address = try address(previous, profile)
        options.photos = AttachmentStore(of: store).files
        options.title = previous.text(.reportTitle, previous: previous.site?.title)
        options.templates = try previous.templates()
        options.site = try previous.assets()
        options.allowsForeignFolder = arguments.has(.publishForce)
        options.checksFiles = arguments.has(.publishCheck)
        options.jobs = jobs
        let selection = try selection(options, snapshot, arguments)
        let outcome: PublishOutcome
        do {
            outcome = try Progress.during(localized("progress.publishing"), on: invocation.console) {
                try PublishedFolder(at: path, of: store).publish(options)
            }
        } catch let error as PublishError where error.isInterrupted && previous.site != nil {
            throw CommandError.work(
                localized("publish.interrupted", ["reason": .text(CommandError.text(of: error))]))
        }
        if let selection { try invocation.note(selection, isEmpty: outcome.items == 0, in: snapshot) }
        if let filter = options.profile.filter, outcome.items == 0, !arguments.has(SelectionOptions.filter) {
            invocation.console.complain(localized("publish.empty", ["filter": .text(filter.onOneLine)]))
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
    static let publishProfile = value("profile", "PROFILE")
    static let publishAddress = value("address", "URL")
    static let publishSite = value("site", "DIR")
    static let publishForce = flag("force")
    static let publishCheck = flag("check")
    static let publishJobs = value("jobs", "N")
}
