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
    case undo, changes, journal, edits, events, totals
    case signInPage, signOutForm, addPage
    case editPage(UUID)
    case deletePage(UUID)
    case movePage(UUID)
    case photosPage(UUID)
    case photoForm(UUID, hash: String)
    case undoPage
    case style, script, signOutScript
    /// A file of the published folder.
    case file
    /// An address below `/api` that does not exist.
    case notFound

    init(_ path: [String]) {
        switch path.first {
        case "api": self = Route.api(path.dropFirst())
        case "sign-in" where path.count == 1: self = .signInPage
        case "sign-out" where path.count == 1: self = .signOutForm
        case "add" where path.count == 1: self = .addPage
        case "undo" where path.count == 1: self = .undoPage
        case "companion.css" where path.count == 1: self = .style
        case "companion.js" where path.count == 1: self = .script
        case "companion-sign-out.js" where path.count == 1: self = .signOutScript
        case "edit" where path.count == 2: self = Route.item(path[1], Route.editPage)
        case "delete" where path.count == 2: self = Route.item(path[1], Route.deletePage)
        case "move" where path.count == 2: self = Route.item(path[1], Route.movePage)
        case "photos" where path.count == 2 && UUID(text: path[1]) != nil:
            self = Route.item(path[1], Route.photosPage)
        case "photos" where path.count == 3 && UUID(text: path[1]) != nil && ContentHash(path[2]) != nil:
            self = Route.item(path[1]) { .photoForm($0, hash: path[2]) }
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
        case ("items", 2): return item(path[1], Route.item)
        case ("items", 3) where path[2] == "move": return item(path[1], Route.move)
        case ("items", 3) where path[2] == "photos": return item(path[1], Route.photos)
        case ("items", 4) where path[2] == "photos" && ContentHash(path[3]) != nil:
            return item(path[1]) { .photo($0, hash: path[3]) }
        case ("undo", 1): return .undo
        case ("changes", 1): return .changes
        case ("journal", 1): return .journal
        case ("edits", 1): return .edits
        case ("events", 1): return .events
        case ("totals", 1): return .totals
        default: return .notFound
        }
    }

    private static func item(_ name: String, _ make: (UUID) -> Route) -> Route {
        // UUID(text:) accepts 36 characters and nothing else.
        UUID(text: name).map(make) ?? .notFound
    }
}

extension Route {
    /// The methods that the address takes. HEAD belongs to GET.
    var methods: [RequestHead.Method] {
        switch self {
        case .description, .changes, .journal, .events, .totals, .style, .script, .signOutScript, .file, .notFound:
            [.get, .head]
        case .session: [.get, .head, .post, .delete]
        case .sessionLinks, .move, .undo, .edits, .signOutForm: [.post]
        case .items, .photos: [.get, .head, .post]
        case .item: [.get, .head, .patch, .delete]
        case .photo: [.patch, .delete]
        case .signInPage, .addPage, .editPage, .deletePage, .movePage, .photosPage, .photoForm, .undoPage:
            [.get, .head, .post]
        }
    }

    /// Whether the address answers callers who are not signed in.
    var isOpen: Bool {
        switch self {
        case .description, .session, .signInPage, .style, .script, .signOutScript: true
        default: false
        }
    }

    /// Whether the address is a page, which may be linked to and typed in.
    var isPage: Bool {
        switch self {
        case .signInPage, .signOutForm, .addPage, .editPage, .deletePage, .movePage, .photosPage, .photoForm, .undoPage,
            .style, .script, .signOutScript, .file:
            true
        default: false
        }
    }

    /// Whether the address takes a body of this type; nil if the method has no body.
    func takes(_ type: MediaType?, _ method: RequestHead.Method) -> Bool? {
        guard method == .post || method == .patch else { return nil }
        switch self {
        case .session, .items, .move, .undo: return type == .json
        case .sessionLinks: return type == .json || type == nil
        case .item, .photo: return type == .json || type == .mergePatch
        case .edits: return type == .json || type == .otherJSON(SavedEdits.mediaType)
        case .photos, .photosPage:
            if case .multipart = type { return true }
            return self != .notFound && type == .image && !isPage
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
        case .items: ["where", "sort", "offset", "limit"]
        case .totals: ["where", "group-by"]
        case .changes, .events: ["since"]
        case .session where method == .delete: ["everywhere"]
        case .journal: ["before", "limit"]
        default: []
        }
    }

    /// Whether a body may contain photos.
    var takesPhotos: Bool {
        switch self {
        case .photos, .photosPage: true
        default: false
        }
    }
}
