package import Inventory
import JSON
import Localization
package import Message
package import Reports

/// The items and fields that a published folder shows, and to whom.
///
/// A profile is a small file; `docs/page.md` describes it. Those in `Templates/profiles` are known by their names. A field
/// that reveals the worth of a thing, or its owner, is in no profile that is not about it: the barcode of an item is often
/// its serial number, and an insurance suggests that it is valuable.
package struct PublishProfile: Equatable, Sendable {
    /// The filter of the items, as `--where` takes it; nil for all items.
    package var filter: String?
    /// The fields that everybody may see of them; nil for the owner's own pages, which show everything.
    package var columns: [ReportColumn]?
    /// Whether nothing of documents is shown, nor a photo whose file is also a document of the item.
    package var hidesDocuments = false
    /// The fields that nobody who reads the pages may see, nor find items by; for pages that a server keeps for some readers.
    package var hidden: HiddenFields = []
    /// Whether search engines are asked to list the pages.
    package var isFindable = false
    /// The title unless the owner gives one: a text, or the key of a word of the catalogue that begins with `title.`.
    package var title: String?

    /// The profile of the owner and those the owner trusts: everything.
    package static let `private` = PublishProfile()
    /// The profile of anyone: no amounts, serial numbers, receipts, notes, buyers or fields of the owner's own.
    package static let `public` = named("public") ?? PublishProfile(columns: [.field(.name)])

    /// The profiles that the program carries, with their names.
    private static let shipped: [(name: String, profile: PublishProfile)] = EmbeddedFiles.paths.compactMap { path in
        guard path.hasPrefix(folder), path.hasSuffix(".json"), let bytes = EmbeddedFiles.bytes(of: path),
            let profile = try? PublishProfile(Array(bytes), customFields: { [] })
        else { return nil }
        return (String(path.dropFirst(folder.count).dropLast(".json".count)), profile)
    }
    private static let folder = "Templates/profiles/"

    /// The names of the program's own profiles.
    package static var names: [String] { shipped.map(\.name) }

    /// The program's own profile of a name; nil for none.
    package static func named(_ name: String) -> PublishProfile? { shipped.first { $0.name == name }?.profile }

    /// Whether anyone may read the pages.
    package var isPublic: Bool { columns != nil }

    /// The name under which a folder states its profile. It does not tell what other profiles leave out.
    var name: String {
        PublishProfile.shipped.first { $0.profile == self }?.name ?? (isPublic ? "own" : PublishProfile.ownPrivate)
    }

    private static let ownPrivate = "own-private"

    /// Whether anyone may read a folder that states a profile by its name.
    static func isPublic(named name: String) -> Bool { !["private", ownPrivate].contains(name) }

    /// The items; nil for all.
    /// - Throws: `SelectionError`.
    package func selection(
        _ settings: InventorySettings, _ locale: ReportLocale, now: Timestamp
    ) throws -> Selection? {
        try filter.map { text in
            try Selection(
                parsing: text, currency: settings.currency, today: locale.day(of: now), startOfDay: locale.startOfDay)
        }
    }
}

// The file
extension PublishProfile {
    private static let version = "homepwnerProfile"

    /// Reads a profile.
    /// - Parameter customFields: the names of all custom fields, asked for at most once and only if a name is not known.
    /// - Throws: `PublishProfileError`, `ReportColumnError`, or what `customFields` throws.
    package init(_ bytes: [UInt8], customFields: () throws -> [String]) throws {
        guard let file = try? JSONValue(parsing: bytes), let members = file.object,
            let version = file[PublishProfile.version]?.integer
        else { throw PublishProfileError.notAProfile }
        guard version == 1 else { throw PublishProfileError.newerVersion }
        func read<Value>(_ member: JSONMember, _ value: Value?) throws -> Value {
            guard let value else { throw PublishProfileError.wrongValue(member.name) }
            return value
        }
        for member in members {
            switch member.name {
            case PublishProfile.version: break
            case "where": filter = try read(member, member.value.string)
            case "columns":
                let names = try read(member, member.value.array).map { try read(member, $0.string) }
                columns = try PublishProfile.columns(named: names, customFields: customFields)
            case "documents": hidesDocuments = try !read(member, member.value.bool)
            case "hidden":
                let names = try read(member, member.value.array).map { try read(member, $0.string) }
                hidden = try read(member, HiddenFields(named: names))
            case "findable": isFindable = try read(member, member.value.bool)
            case "title": title = try read(member, member.value.string)
            default: throw PublishProfileError.unknownMember(member.name)
            }
        }
        if isFindable, columns == nil { throw PublishProfileError.findableWithoutColumns }
    }

    private static func columns(named names: [String], customFields: () throws -> [String]) throws -> [ReportColumn] {
        var columns: [ReportColumn] = []
        for name in names {
            // A name that contains a comma is in quotation marks.
            let found = try ReportColumn.columns(parsing: "\"\(name)\"", customFields: customFields)
            for column in found where !columns.contains(column) { columns.append(column) }
        }
        try check(columns)
        return columns
    }

    /// Checks that pages can show columns.
    /// - Throws: `PublishProfileError.notShown` for the first that they have no place for.
    package static func check(_ columns: [ReportColumn]) throws {
        if let column = columns.first(where: { PublishedFields.fields(of: $0) == nil }) {
            throw PublishProfileError.notShown(column.optionName)
        }
    }

    /// The text under which the index keeps the profile: the name of one of the program's own, or the file.
    var stored: String { PublishProfile.named(name) == nil ? encoded : name }

    /// The file's content. Columns have the names that do not depend on the custom fields that there are.
    var encoded: String {
        var members = [JSONMember(name: PublishProfile.version, value: .number(1))]
        if let title { members.append(JSONMember(name: "title", value: .string(title))) }
        if let filter { members.append(JSONMember(name: "where", value: .string(filter))) }
        if let columns {
            members.append(JSONMember(name: "columns", value: .array(columns.map { .string($0.name) })))
        }
        if hidesDocuments { members.append(JSONMember(name: "documents", value: .bool(false))) }
        if !hidden.isEmpty {
            members.append(JSONMember(name: "hidden", value: .array(hidden.names.map(JSONValue.string))))
        }
        if isFindable { members.append(JSONMember(name: "findable", value: .bool(true))) }
        return String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    }

    /// The profile that the index keeps; nil if the program has none of that name.
    init?(stored: String) {
        if let profile = PublishProfile.named(stored) {
            self = profile
            return
        }
        let names = (try? JSONValue(parsing: Array(stored.utf8)))?["columns"]?.array?.compactMap(\.string) ?? []
        let prefix = "customFields."
        let own = names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        guard let profile = try? PublishProfile(Array(stored.utf8), customFields: { own }) else { return nil }
        self = profile
    }
}

/// A profile cannot be used.
package enum PublishProfileError: Error, Equatable, Sendable {
    /// The file is none, or is damaged.
    case notAProfile
    /// It was written for a newer version of the program.
    case newerVersion
    /// It has a member that profiles do not have.
    case unknownMember(String)
    /// A member has a value of another kind.
    case wrongValue(String)
    /// Pages have no place for a column.
    case notShown(String)
    /// Search engines would list the owner's own pages.
    case findableWithoutColumns
}

extension PublishProfileError: MessageConvertible {
    package var message: Message {
        switch self {
        case .notAProfile: Message("profile.notAProfile")
        case .newerVersion: Message("profile.newerVersion")
        case .unknownMember(let name): Message("profile.unknownMember", ["name": name.excerpt])
        case .wrongValue(let name): Message("profile.wrongValue", ["name": name.excerpt])
        case .notShown(let name): Message("profile.notShown", ["name": name.excerpt])
        case .findableWithoutColumns: Message("profile.findableWithoutColumns")
        }
    }
}

/// The fields of items that pages show.
struct PublishedFields: Sendable {
    /// Whether anyone may read the pages.
    let isPublic: Bool
    /// The fields that the owner's pages show and these do not.
    let hidden: HiddenFields
    private let fields: ItemFieldSet
    /// The columns that rows and pages of items show besides those that they always have a place for.
    let cells: [ReportColumn]

    init(_ profile: PublishProfile) {
        isPublic = profile.isPublic
        let columns = profile.columns ?? []
        let shown =
            profile.isPublic
            ? [.id, .name] + columns.compactMap(PublishedFields.fields).joined() : ItemField.allCases
        hidden = profile.hidesDocuments ? profile.hidden.union(.documents) : profile.hidden
        fields = ItemFieldSet(shown.filter { [hidden] field in !hidden.hides(field) })
        cells = columns.filter { column in
            switch column {
            case .field(let field): PublishedFields.inCells.contains(field)
            case .customField: true
            case .computed(.lineValue): true
            case .computed: false
            }
        }
    }

    private static let inCells: [ItemField] = [.value, .serialNumber, .saleDate, .salePrice, .saleTo]

    /// The fields that cells are read from.
    var ofCells: [ItemField] { cells.compactMap(PublishedFields.fields).flatMap(\.self) }

    func shows(_ field: ItemField) -> Bool { fields.contains(field) }

    /// Whether there are lists of locations or tags. Without, the list of all items is the only one.
    var hasOtherLists: Bool { shows(.location) || shows(.tags) }

    /// Whether pages of a kind are published.
    func hasPages(_ kind: SeriesKey.Kind) -> Bool {
        switch kind {
        case .all, .search, .searchParts: true
        case .location, .locations: shows(.location)
        case .tag, .tags: shows(.tags)
        case .letter, .overview: hasOtherLists
        case .parts: false
        }
    }

    /// The fields that pages show for a column; nil if they have no place for it.
    static func fields(of column: ReportColumn) -> [ItemField]? {
        switch column {
        case .customField: [.customFields]
        case .field(let field): [.archived, .saleNotes].contains(field) ? nil : [field]
        case .computed(.thumbnail), .computed(.photos): [.photos]
        case .computed(.documents), .computed(.receipts): [.documents]
        case .computed(.parts): [.parent]
        case .computed(.brand), .computed(.purchased): column.parts.compactMap(fields).flatMap(\.self)
        case .computed(.lineValue), .computed(.linePurchasePrice), .computed(.lineReplacementValue):
            column.moneyField.map { [$0] }
        case .computed: nil
        }
    }
}
