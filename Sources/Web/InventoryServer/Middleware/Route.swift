import FoundationEssentials
import HTTPServer
import Inventory

/// The target of a request, with the ids in its path. A row of ``Address/table`` makes it.
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
    case signInPage, providerPage, signOutForm, phonePage, addPage
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
    case sharePage, peoplePage, sessionsPage
    case overview, overviewTable
    case importPage
    case importList(UUID)
    case style, script, signOutScript, importStyle, importScript
    /// The certificate authority of `serve --tls-local`.
    case localAuthorityPage, localAuthorityFile
    /// A file of the published folder.
    case file
    /// An address of the program that does not exist.
    case notFound
}
