/// A browser's treatment of a file.
struct FileType {
    let name: String
    /// Whether a browser shows it as a page.
    var isPage = false
    /// Whether a browser should save it and not show it.
    var isDownload = false
    /// Whether it is text, which compression makes much smaller.
    var isText: Bool {
        ["text/", "application/json", "application/manifest+json", "image/svg"].contains(where: name.hasPrefix)
    }
    /// Its policy if it is opened as a document.
    var policy = SecurityHeaders.closedPolicy

    /// The type of a file by its extension. Files of unknown types are downloads.
    static func mediaType(of path: String) -> FileType {
        let fileExtension = path.split(separator: "/").last?.split(separator: ".").last ?? ""
        switch fileExtension {
        case "html": return FileType(name: "text/html; charset=utf-8", isPage: true)
        case "css": return FileType(name: "text/css; charset=utf-8")
        // A worker that keeps pages asks this server for them.
        case "js", "mjs":
            return FileType(
                name: "text/javascript; charset=utf-8", policy: SecurityHeaders.closedPolicy + "; connect-src 'self'")
        case "json": return FileType(name: "application/json")
        case "webmanifest": return FileType(name: "application/manifest+json")
        case "jpg", "jpeg": return FileType(name: "image/jpeg")
        case "png": return FileType(name: "image/png")
        case "webp": return FileType(name: "image/webp")
        case "ico": return FileType(name: "image/x-icon")
        // Drawings may have styles but no scripts.
        case "svg":
            return FileType(
                name: "image/svg+xml", policy: SecurityHeaders.closedPolicy + "; style-src 'unsafe-inline'; sandbox")
        case "woff2": return FileType(name: "font/woff2")
        case "txt": return FileType(name: "text/plain; charset=utf-8")
        case "pdf": return FileType(name: "application/pdf", isDownload: true)
        case "xml": return FileType(name: "application/xml", isDownload: true)
        case "csv": return FileType(name: "text/csv; charset=utf-8", isDownload: true)
        default: return FileType(name: "application/octet-stream", isDownload: true)
        }
    }
}
