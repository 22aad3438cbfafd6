import HTTPServer
import InventoryStore

/// The published pages, which are rebuilt some time after each change.
struct PublishedPages: Sendable {
    let folder: StaticFolder
    let watcher: ChangeWatcher

    /// Calls back when the pages show a revision, or after some seconds.
    func whenShowing(_ revision: Revision, _ action: @escaping @Sendable () -> Void) {
        watcher.whenPublished(revision, action)
    }

    /// Sends the browser back to where a form was opened, or to the front page if that page no longer exists.
    func redirect(to path: ReturnPath) -> Response {
        if let file = path.file, folder.file(file) == nil { return .redirect(to: ReturnPath.front.text) }
        return .redirect(to: path.text)
    }
}
