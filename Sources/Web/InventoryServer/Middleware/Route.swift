import FoundationEssentials
import HTTPServer
import Inventory

/// The target of a request by its path. `Site/openapi.json` describes the addresses.
enum Route: Equatable, Sendable {
    case description, session, sessionLinks
    case items
    case item(UUID)
    case move(UUID)
    case photos(UUID)
    case photo(UUID, hash: String)
    case documents(UUID)
    case document(UUID, hash: ContentHash)
    case undo, changes, journal, edits, events, totals, scan
    case reports
    case report(String)
    /// A report that is being made, or waits to be fetched.
    case reportJob(UUID)
    case reportDocument(UUID)
    case reportPage
    case signInPage, signOutForm, phonePage, addPage
    case editPage(UUID)
    case deletePage(UUID)
    case movePage(UUID)
    case photosPage(UUID)
    case photoForm(UUID, hash: String)
    case documentsPage(UUID)
    case documentForm(UUID, hash: ContentHash)
    /// A document's original, or the picture of its first page.
    case documentFile(UUID, hash: ContentHash, isPicture: Bool)
    case undoPage, scanPage
    case selectPage, archivePage, relocatePage
    case importPage
    case importList(UUID)
    case style, script, signOutScript, importStyle, importScript
    /// The certificate authority of `serve --tls-local`.
    case localAuthorityPage, localAuthorityFile
    /// A file of the published folder.
    case file
    /// An address below `/api` that does not exist.
    case notFound

    init(_ path: [String]) {
        switch path.first {
        case "api": self = Route.api(path.dropFirst())
        case "sign-in" where path.count == 1: self = .signInPage
        case "sign-out" where path.count == 1: self = .signOutForm
        case "phone" where path.count == 1: self = .phonePage
        case "add" where path.count == 1: self = .addPage
        case "undo" where path.count == 1: self = .undoPage
        case "scan" where path.count == 1: self = .scanPage
        case "select" where path.count == 1: self = .selectPage
        case "archive" where path.count == 1: self = .archivePage
        case "relocate" where path.count == 1: self = .relocatePage
        case "report" where path.count == 1: self = .reportPage
        case "local-ca" where path.count == 1: self = .localAuthorityPage
        case "local-ca.cer" where path.count == 1: self = .localAuthorityFile
        case "companion.css" where path.count == 1: self = .style
        case "companion.js" where path.count == 1: self = .script
        case "companion-sign-out.js" where path.count == 1: self = .signOutScript
        case "companion-import.css" where path.count == 1: self = .importStyle
        case "companion-import.js" where path.count == 1: self = .importScript
        case "import" where path.count == 1: self = .importPage
        case "import" where path.count == 2: self = Route.withID(path[1], Route.importList)
        case "edit" where path.count == 2: self = Route.withID(path[1], Route.editPage)
        case "delete" where path.count == 2: self = Route.withID(path[1], Route.deletePage)
        case "move" where path.count == 2: self = Route.withID(path[1], Route.movePage)
        case "photos" where path.count == 2 && UUID(text: path[1]) != nil:
            self = Route.withID(path[1], Route.photosPage)
        case "photos" where path.count == 3 && UUID(text: path[1]) != nil && ContentHash(path[2]) != nil:
            self = Route.withID(path[1]) { .photoForm($0, hash: path[2]) }
        case "documents" where path.count == 2: self = Route.withID(path[1], Route.documentsPage)
        case "documents" where path.count == 3:
            self = Route.withDocument(path[1], hash: path[2]) { .documentForm($0, hash: $1) }
        case "document" where path.count == 3:
            let isPicture = path[2].hasSuffix(Route.pictureSuffix)
            let hash = isPicture ? String(path[2].dropLast(Route.pictureSuffix.count)) : path[2]
            self = Route.withDocument(path[1], hash: hash) { .documentFile($0, hash: $1, isPicture: isPicture) }
        default: self = .file
        }
    }

    private static func api(_ path: ArraySlice<String>) -> Route {
        let path = Array(path)
        switch (path.first, path.count) {
        case ("openapi.json", 1): return .description
        case ("session", 1): return .session
        case ("session", 2) where path[1] == "links": return .sessionLinks
        case ("items", 1): return .items
        case ("items", 2): return withID(path[1], Route.item)
        case ("items", 3) where path[2] == "move": return withID(path[1], Route.move)
        case ("items", 3) where path[2] == "photos": return withID(path[1], Route.photos)
        case ("items", 4) where path[2] == "photos" && ContentHash(path[3]) != nil:
            return withID(path[1]) { .photo($0, hash: path[3]) }
        case ("items", 3) where path[2] == "documents": return withID(path[1], Route.documents)
        case ("items", 4) where path[2] == "documents":
            return withDocument(path[1], hash: path[3]) { .document($0, hash: $1) }
        case ("undo", 1): return .undo
        case ("changes", 1): return .changes
        case ("journal", 1): return .journal
        case ("edits", 1): return .edits
        case ("events", 1): return .events
        case ("totals", 1): return .totals
        case ("scan", 1): return .scan
        case ("reports", 1): return .reports
        case ("reports", 2) where !path[1].isEmpty: return .report(path[1])
        case ("report-jobs", 2): return withID(path[1], Route.reportJob)
        case ("report-jobs", 3) where path[2] == "document": return withID(path[1], Route.reportDocument)
        default: return .notFound
        }
    }

    private static func withID(_ name: String, _ make: (UUID) -> Route) -> Route {
        // UUID(text:) accepts 36 characters and nothing else.
        UUID(text: name).map(make) ?? .notFound
    }

    /// The end of the name of the small picture of a photo or of a document's first page.
    static let pictureSuffix = "-320.jpg"

    private static func withDocument(_ name: String, hash: String, _ make: (UUID, ContentHash) -> Route) -> Route {
        guard let hash = ContentHash(hash) else { return .notFound }
        return withID(name) { make($0, hash) }
    }
}

extension Route {
    /// The methods that the address takes. HEAD belongs to GET.
    var methods: [RequestHead.Method] {
        switch self {
        case .description, .changes, .journal, .events, .totals, .reports, .reportDocument, .style, .script,
            .signOutScript, .importStyle,
            .importScript, .localAuthorityPage, .localAuthorityFile, .documentFile, .file, .notFound:
            [.get, .head]
        case .session: [.get, .head, .post, .delete]
        case .sessionLinks, .move, .undo, .edits, .scan: [.post]
        case .items, .photos, .documents, .report: [.get, .head, .post]
        case .reportJob: [.get, .head, .delete]
        case .item: [.get, .head, .patch, .delete]
        case .photo: [.patch, .delete]
        case .document: [.delete]
        case .signInPage, .signOutForm, .phonePage, .addPage, .editPage, .deletePage, .movePage, .photosPage,
            .photoForm, .documentsPage, .documentForm, .undoPage, .scanPage, .selectPage, .archivePage, .relocatePage,
            .importPage, .importList, .reportPage:
            [.get, .head, .post]
        }
    }

    /// Whether the address answers callers who are not signed in.
    var isOpen: Bool {
        switch self {
        case .description, .session, .signInPage, .style, .script, .signOutScript, .importStyle, .importScript,
            .localAuthorityPage, .localAuthorityFile:
            true
        default: false
        }
    }

    /// Whether other sites may link to the address: a page, or a style, script or file. The forms of a page need a token
    /// against forgery.
    var isPage: Bool {
        switch self {
        case .signInPage, .signOutForm, .phonePage, .addPage, .editPage, .deletePage, .movePage, .photosPage,
            .photoForm, .documentsPage, .documentForm, .undoPage, .scanPage, .selectPage, .archivePage, .relocatePage,
            .importPage, .importList, .reportPage, .style, .script, .signOutScript, .importStyle, .importScript,
            .localAuthorityPage, .localAuthorityFile, .documentFile, .file:
            true
        default: false
        }
    }

    /// Whether the address takes a body of this type; nil if the method has no body.
    func takes(_ type: MediaType?, _ method: RequestHead.Method) -> Bool? {
        guard method == .post || method == .patch else { return nil }
        switch self {
        case .session, .items, .move, .undo, .report: return type == .json
        case .sessionLinks: return type == .json || type == nil
        case .item, .photo: return type == .json || type == .mergePatch
        case .edits: return type == .json || type == .otherJSON(SavedEdits.mediaType)
        case .photos, .photosPage, .scan, .scanPage:
            if case .multipart = type { return true }
            return type == .image && !isPage
        case .documents, .documentsPage, .importPage:
            if case .multipart = type { return true }
            return false
        default: return type == .form
        }
    }

    /// Whether a request must name the revision that it is based on, in its header.
    func needsBase(_ method: RequestHead.Method) -> Bool {
        guard case .item = self else { return false }
        return method == .patch || method == .delete
    }

    /// The query parameters of the address; nil for pages, because other sites may add parameters to links.
    func parameters(_ method: RequestHead.Method) -> [String]? {
        guard !isPage else { return nil }
        return switch self {
        case .items where method == .post: ["place"]
        case .items: ["where", "sort", "offset", "limit", "ids"]
        case .totals: ["where", "group-by"]
        case .changes, .events: ["since"]
        case .session where method == .delete: ["everywhere"]
        case .journal: ["before", "limit"]
        case .report where method != .post: ["format"] + ReportCall.options
        default: []
        }
    }

    /// The field of a form that takes files; nil if the address takes none.
    var fileField: String? {
        switch self {
        case .photos, .photosPage, .scan, .scanPage: "photo"
        case .documents, .documentsPage: "document"
        case .importPage: "list"
        default: nil
        }
    }

    /// Whether a body may be a photo by itself.
    var takesPhotos: Bool { fileField == "photo" }
}
