public import Files
public import FoundationEssentials
public import Inventory
public import InventoryStore
import Localization
public import Reports
public import Templating

/// Why an inventory was not published: in which step, and what stood in the way.
///
/// A first publication leaves nothing behind; a later one that fails is finished by the next.
public struct PublishError: Error {
    /// The steps of a publication, in their order.
    public enum Step: String, Sendable {
        case prepare, plan, render, write, manifest, sweep
    }

    /// What stood in the way.
    public enum Cause: Sendable {
        /// Pages for anyone cannot be editable.
        case publicCannotBeEdited
        /// There is a folder with files that the program did not write.
        case foreignFolder(String)
        /// The folder shows another inventory.
        case otherInventory(String)
        /// The folder lies in the inventory's own.
        case insideStore(String)
        /// Something that is no folder stands in the folder's place.
        case notAFolder(String)
        /// Another publication into the same folder is under way.
        case busy(String)
        /// The manifest was written by a newer program.
        case newerManifest(String)
        /// A file of templates or words cannot be used.
        case report(ReportError)
        /// A template has mistakes.
        case template(TemplateError)
        /// A replaced script or style sheet is not UTF-8, or a name leads out of its folder.
        case asset(String, problem: String)
        /// The store could not be read.
        case store(StoreError)
        /// A sum leaves the range of exact amounts.
        case value(ValueError)
        /// A file could not be read, written or removed.
        case file(FileError)
        /// A photo of an item has no picture to show.
        case photo(item: UUID, reason: String)
        /// The inventory cannot be written, so that only a new folder can be published.
        case readOnlyInventory(String)
        /// A page could not be rendered to its end.
        case rendering(any Error)
    }

    /// The step.
    public let step: Step
    /// What stood in the way.
    public let cause: Cause

    init(_ step: Step, _ cause: Cause) {
        self.step = step
        self.cause = cause
    }

    /// The public form of an error from further down.
    init(_ step: Step, _ error: any Error) {
        switch error {
        case let error as PublishError: self = error
        case let error as Cause: self.init(step, error)
        case let error as ReportError: self.init(step, .report(error))
        case let error as TemplateError: self.init(step, .template(error))
        case let error as StoreError: self.init(step, .store(error))
        case let error as ValueError: self.init(step, .value(error))
        case let error as FileError: self.init(step, .file(error))
        default: self.init(step, .rendering(error))
        }
    }
}

extension PublishError.Cause: Error {}

extension PublishError: CustomStringConvertible {
    public var description: String {
        switch cause {
        case .publicCannotBeEdited:
            said("publish.pagesForAnyoneCannot")
        case .foreignFolder(let path):
            said("publish.holdsFilesThatHomepwner", path)
        case .otherInventory(let path): said("publish.otherInventory", path)
        case .insideStore(let path): said("publish.insideStore", path)
        case .notAFolder(let path): said("publish.isNoFolderChoose", path)
        case .busy(let path): said("publish.anotherPublicationIntoIs", path)
        case .newerManifest(let path):
            said("publish.wasPublishedByA", path)
        case .report(let error): "\(error)"
        case .template(let error): "\(error)"
        case .asset(let name, let problem): "\(name): \(problem)"
        case .store(let error): "\(error)"
        case .value(let error): "\(error)"
        case .file(let error): "\(error)"
        case .photo(let item, let reason): said("publish.aPhotoOfItem", PageName.text(item), reason)
        case .rendering(let problem): said("publish.thePagesCouldNot", "\(problem)")
        case .readOnlyInventory(let path): said("publish.thePagesCouldNot", path)
        }
    }
}
