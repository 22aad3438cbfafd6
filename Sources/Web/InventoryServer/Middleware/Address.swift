import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore

/// The handlers, by what they answer for.
enum Resource: Sendable {
    case items, history, savedEdits, photos, sessions, events, files, itemForms, changeForms, manyForms, photoForms
    case documentForms, documentFiles, scans, listForms, shareForms, peopleForms, reports, localAuthority
    case overview
}

/// An address of the server: its path, its methods, who may use it, the bodies and query parameters that it takes, and who
/// answers. `Site/openapi.json` describes the addresses to programs.
struct Address: Sendable {
    /// A type of body.
    enum Body: Sendable {
        case json, mergePatch, savedEdits, form
        /// A form with files in the field of this name.
        case files(String)
        /// A photo without a form around it.
        case image
        case nothing

        fileprivate func isOf(_ type: MediaType?) -> Bool {
            switch self {
            case .json: return type == .json
            case .mergePatch: return type == .mergePatch
            case .savedEdits: return type == .otherJSON(SavedEdits.mediaType)
            case .form: return type == .form
            case .files:
                if case .multipart = type { return true }
                return false
            case .image: return type == .image
            case .nothing: return type == nil
            }
        }
    }

    /// The host names under which an address exists.
    enum Place: Sendable {
        /// Those of inventories, and the one under which those of a database server are.
        case inventory, server
    }

    /// The values in a path.
    struct PathValues {
        /// The segment `{id}`.
        var id: UUID?
        /// The segment `{hash}`.
        var hash: ContentHash?
        /// The text of `{hash}` or `{name}`.
        var text = ""

        /// A target that is a file of an item.
        func file(_ make: (UUID, ContentHash) -> Route) -> Route? {
            guard let id, let hash else { return nil }
            return make(id, hash)
        }
    }

    /// The path, with names in braces for segments that vary.
    let path: String
    let resource: Resource
    /// The methods that the address takes. HEAD belongs to GET.
    let methods: [RequestHead.Method]
    let places: [Place]
    /// Whether callers who are not signed in get an answer.
    let isOpen: Bool
    /// Whether visitors of share links may read it; then its handler reads for them the selection of their link alone.
    let isShared: Bool
    /// The fields that it is about: whoever does not see them has no access.
    let showing: HiddenFields
    /// The least role for changes, and for the pages of forms.
    private let role: Role
    private let bodies: [Body]
    private let parameters: [RequestHead.Method: [String]]
    private let changesNeedBase: Bool
    private let segments: [Substring]
    private let route: @Sendable (PathValues) -> Route?

    /// - Parameters:
    ///   - places: the host names under which it exists.
    ///   - role: the least role for changes, and for pages. Recorders change what they added, which the store checks.
    ///   - showing: the fields that it is about.
    ///   - bodies: the bodies of POST and PATCH.
    ///   - parameters: the query parameters of each method that has some.
    ///   - needsBase: whether PATCH and DELETE must name the revision that they are based on, in the header.
    ///   - route: the target of a request; nil if a value is missing.
    init(
        _ path: String, _ resource: Resource, _ methods: [RequestHead.Method], at places: [Place] = [.inventory],
        by role: Role = .recorder, showing: HiddenFields = [], takes bodies: [Body] = [],
        parameters: [RequestHead.Method: [String]] = [:], isOpen: Bool = false, isShared: Bool = false,
        needsBase: Bool = false,
        route: @escaping @Sendable (PathValues) -> Route?
    ) {
        self.path = path
        self.resource = resource
        self.methods = methods.flatMap { $0 == .get ? [.get, .head] : [$0] }
        self.bodies = bodies
        self.parameters = parameters
        self.isOpen = isOpen
        self.isShared = isShared
        self.role = role
        self.places = places
        self.showing = showing
        changesNeedBase = needsBase
        segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        self.route = route
    }

    /// The end of the name of the small picture of a photo or of a document's first page.
    static let pictureSuffix = "-320.jpg"

    // The table

    /// The addresses of the program. All others are files of the published folder.
    static let table: [Address] = api + forms + files

    private static let everywhere: [Place] = [.inventory, .server]

    private static let api: [Address] = [
        Address("/api/openapi.json", .files, [.get], at: everywhere, isOpen: true) { _ in .description },
        Address(
            "/api/session", .sessions, [.get, .post, .delete], at: everywhere, takes: [.json],
            parameters: [.delete: ["everywhere"]], isOpen: true
        ) { _ in .session },
        Address("/api/session/links", .sessions, [.post], by: .reader, takes: [.json, .nothing]) { _ in .sessionLinks },
        Address(
            "/api/items", .items, [.get, .post], takes: [.json],
            parameters: [.get: ["where", "sort", "offset", "limit", "ids"], .post: ["place"]]
        ) { _ in .items },
        Address(
            "/api/items/{id}", .items, [.get, .patch, .delete], takes: [.json, .mergePatch], needsBase: true
        ) { $0.id.map(Route.item) },
        Address("/api/items/{id}/move", .items, [.post], by: .editor, takes: [.json]) { $0.id.map(Route.move) },
        Address("/api/items/{id}/photos", .photos, [.get, .post], takes: [.files("photo"), .image]) {
            $0.id.map(Route.photos)
        },
        Address("/api/items/{id}/photos/{hash}", .photos, [.patch, .delete], takes: [.json, .mergePatch]) { values in
            values.file { id, _ in .photo(id, hash: values.text) }
        },
        Address(
            "/api/items/{id}/documents", .photos, [.get, .post], showing: .documents, takes: [.files("document")]
        ) { $0.id.map(Route.documents) },
        Address("/api/items/{id}/documents/{hash}", .photos, [.delete], showing: .documents) {
            $0.file { .document($0, hash: $1) }
        },
        Address("/api/undo", .history, [.post], takes: [.json]) { _ in .undo },
        Address("/api/changes", .history, [.get], parameters: [.get: ["since"]]) { _ in .changes },
        Address("/api/journal", .history, [.get], parameters: [.get: ["before", "limit"]]) { _ in .journal },
        Address("/api/edits", .savedEdits, [.post], takes: [.json, .savedEdits]) { _ in .edits },
        Address("/api/events", .events, [.get], parameters: [.get: ["since"]]) { _ in .events },
        Address("/api/totals", .items, [.get], parameters: [.get: ["where", "group-by"]]) { _ in .totals },
        Address("/api/scan", .scans, [.post], takes: [.files("photo"), .image]) { _ in .scan },
        Address("/api/reports", .reports, [.get]) { _ in .reports },
        Address(
            "/api/reports/{name}", .reports, [.get, .post], by: .reader, takes: [.json],
            parameters: [.get: ["format"] + ReportCall.options]
        ) { .report($0.text) },
        Address("/api/report-jobs/{id}", .reports, [.get, .delete], by: .reader) { $0.id.map(Route.reportJob) },
        Address("/api/report-jobs/{id}/document", .reports, [.get]) { $0.id.map(Route.reportDocument) },
    ]

    private static let forms: [Address] = [
        Address("/sign-in", .sessions, [.get, .post], at: everywhere, takes: [.form], isOpen: true) { _ in .signInPage
        },
        Address("/sign-in/provider", .sessions, [.get], at: everywhere, isOpen: true) { _ in .providerPage },
        Address(
            "/sign-out", .sessions, [.get, .post], at: everywhere, by: .reader, takes: [.form], isShared: true
        ) { _ in .signOutForm },
        Address("/phone", .sessions, [.get, .post], by: .reader, takes: [.form]) { _ in .phonePage },
        Address("/add", .itemForms, [.get, .post], takes: [.form]) { _ in .addPage },
        Address("/edit/{id}", .itemForms, [.get, .post], takes: [.form]) { $0.id.map(Route.editPage) },
        Address("/delete/{id}", .changeForms, [.get, .post], takes: [.form]) { $0.id.map(Route.deletePage) },
        Address("/move/{id}", .changeForms, [.get, .post], by: .editor, takes: [.form]) { $0.id.map(Route.movePage) },
        Address("/photos/{id}", .photoForms, [.get, .post], takes: [.files("photo")]) { $0.id.map(Route.photosPage) },
        Address("/photos/{id}/{hash}", .photoForms, [.get, .post], takes: [.form]) { values in
            values.file { id, _ in .photoForm(id, hash: values.text) }
        },
        Address(
            "/documents/{id}", .documentForms, [.get, .post], showing: .documents, takes: [.files("document")]
        ) { $0.id.map(Route.documentsPage) },
        Address("/documents/{id}/{hash}", .documentForms, [.get, .post], showing: .documents, takes: [.form]) {
            $0.file { .documentForm($0, hash: $1) }
        },
        Address("/undo", .changeForms, [.get, .post], takes: [.form]) { _ in .undoPage },
        Address("/scan", .scans, [.get, .post], takes: [.files("photo")]) { _ in .scanPage },
        Address("/select", .manyForms, [.get, .post], by: .editor, takes: [.form]) { _ in .selectPage },
        Address("/archive", .manyForms, [.get, .post], by: .editor, takes: [.form]) { _ in .archivePage },
        Address("/relocate", .manyForms, [.get, .post], by: .editor, takes: [.form]) { _ in .relocatePage },
        Address("/report", .reports, [.get, .post], by: .reader, takes: [.form]) { _ in .reportPage },
        Address("/share", .shareForms, [.get, .post], by: .editor, takes: [.form]) { _ in .sharePage },
        Address("/people", .peopleForms, [.get, .post], by: .owner, takes: [.form]) { _ in .peoplePage },
        Address("/sessions", .peopleForms, [.get, .post], by: .reader, takes: [.form]) { _ in .sessionsPage },
        Address("/", .overview, [.get], at: [.server], by: .reader) { _ in .overview },
        Address("/inventories.csv", .overview, [.get], at: [.server], by: .reader) { _ in .overviewTable },
        // A list may have any field.
        Address("/import", .listForms, [.get, .post], by: .editor, showing: .all, takes: [.files("list")]) { _ in
            .importPage
        },
        Address("/import/{id}", .listForms, [.get, .post], by: .editor, showing: .all, takes: [.form]) {
            $0.id.map(Route.importList)
        },
    ]

    private static let files: [Address] = [
        Address("/companion.css", .files, [.get], at: everywhere, isOpen: true) { _ in .style },
        Address("/companion.js", .files, [.get], at: everywhere, isOpen: true) { _ in .script },
        Address("/companion-sign-out.js", .files, [.get], at: everywhere, isOpen: true) { _ in .signOutScript },
        Address("/companion-import.css", .files, [.get], isOpen: true) { _ in .importStyle },
        Address("/companion-import.js", .files, [.get], isOpen: true) { _ in .importScript },
        Address("/local-ca", .localAuthority, [.get], isOpen: true) { _ in .localAuthorityPage },
        Address("/local-ca.cer", .localAuthority, [.get], isOpen: true) { _ in .localAuthorityFile },
        Address("/document/{id}/{hash}", .documentFiles, [.get], by: .reader, isShared: true) {
            $0.file { .documentFile($0, hash: $1, isPicture: false) }
        },
        Address("/document/{id}/{hash}\(Address.pictureSuffix)", .documentFiles, [.get], by: .reader, isShared: true) {
            $0.file { .documentFile($0, hash: $1, isPicture: true) }
        },
    ]

    /// A file of the published folder.
    private static let file = Address("/{path}", .files, [.get], by: .reader, isShared: true) { _ in .file }
    /// An address of the program that does not exist.
    private static let missing = Address("/api/{path}", .files, [.get]) { _ in .notFound }

    private static let byFirstSegment = Dictionary(grouping: table) { $0.segments[0] }

    /// The address with this path, and the target.
    static func find(_ path: [String], at place: Place = .inventory) -> (address: Address, route: Route) {
        let known = (path.first.flatMap { byFirstSegment[$0[...]] } ?? []).filter {
            $0.segments.count == path.count && $0.places.contains(place)
        }
        for address in known {
            if let route = address.values(in: path).flatMap(address.route) { return (address, route) }
        }
        // The published folder has a folder `photos`, too.
        guard path.first == "api" || !known.isEmpty && path.first != "photos" else { return (file, .file) }
        return (missing, .notFound)
    }

    /// The values in a path; nil if it is not one of this address.
    private func values(in path: [String]) -> PathValues? {
        var values = PathValues()
        for (segment, text) in zip(segments, path) {
            if segment == "{id}" {
                // UUID(text:) accepts 36 characters and nothing else.
                guard let id = UUID(text: text) else { return nil }
                values.id = id
            } else if segment.hasPrefix("{hash}") {
                let suffix = segment.dropFirst("{hash}".count)
                guard text.hasSuffix(suffix), let hash = ContentHash(String(text.dropLast(suffix.count))) else {
                    return nil
                }
                (values.hash, values.text) = (hash, text)
            } else if segment == "{name}" {
                guard !text.isEmpty else { return nil }
                values.text = text
            } else if segment != text {
                return nil
            }
        }
        return values
    }
}

extension Address {
    /// Whether other sites may link to the address: a page, or a style, script or file. The forms of a page need a token
    /// against forgery.
    var isPage: Bool { segments.first != "api" }

    /// The least role that the method takes.
    func role(_ method: RequestHead.Method) -> Role { method.isSafe && !isPage ? .reader : role }

    /// Whether the address takes a body of this type; nil if the method has no body.
    func takes(_ type: MediaType?, _ method: RequestHead.Method) -> Bool? {
        guard method == .post || method == .patch else { return nil }
        return bodies.contains { $0.isOf(type) }
    }

    /// Whether a request must name the revision that it is based on, in its header.
    func needsBase(_ method: RequestHead.Method) -> Bool {
        changesNeedBase && (method == .patch || method == .delete)
    }

    /// The query parameters of the address; nil for pages, because other sites may add parameters to links.
    func parameters(_ method: RequestHead.Method) -> [String]? {
        isPage ? nil : parameters[method == .head ? .get : method] ?? []
    }

    /// The field of a form that takes files; nil if the address takes none.
    var fileField: String? {
        for case .files(let field) in bodies { return field }
        return nil
    }

    /// Whether a body may be a photo by itself.
    var takesPhotos: Bool { fileField == "photo" }
}
