public import Files
import FoundationEssentials
public import Inventory

/// Homebox's export of a whole collection (2026): a zip archive of tables as JSON, with the files of attachments.
///
/// ```swift
/// let collection = try HomeboxCollection(path: "homebox.zip", currency: usd)
/// for file in collection.files { … }   // into the store
/// var reader = InventoryReader(collection, attached: references, options: options)
/// ```
public struct HomeboxCollection: Sendable {
    /// The version of the layout that Homebox writes.
    static let schemaVersion = 1

    /// The file's name in messages.
    public let name: String
    /// The parts that an inventory does not take over as they are.
    public var notices: [HomeboxNotice] { index.notices }
    let path: String
    let index: HomeboxIndex

    /// Reads everything but the items and files.
    /// - Parameters:
    ///   - name: the file's name in messages; nil for its path.
    ///   - currency: the currency of all amounts; a collection names none.
    /// - Throws: ``InventoryFileError`` if the file is not a collection, is damaged, or would harm.
    public init(path: String, name: String? = nil, currency: Currency) throws(InventoryFileError) {
        self.path = path
        self.name = name ?? path
        guard path != "-" else { throw InventoryFileError(.collection(.notAFile), file: self.name) }
        let package = try HomeboxPackage(path: path, name: self.name)
        do throws(InventoryFileError) {
            index = try HomeboxIndex(package, try package.manifest(), currency: currency)
        } catch {
            throw error.inFile(self.name)
        }
    }

    /// Whether a file is such a collection, valid or not, by its content.
    /// - Throws: `unreadable` if the system cannot open or read it.
    public static func isCollection(at path: String) throws(InventoryFileError) -> Bool {
        guard path != "-" else { return false }
        do throws(FileError) {
            return try HomeboxPackage.isCollection(at: path)
        } catch {
            throw InventoryFileError(.unreadable(code: error.code), file: path)
        }
    }

    /// The attachments of items whose files are in the archive.
    public var files: [HomeboxFile] {
        index.files.values.joined().sorted { $0.name < $1.name }
    }

    /// Opens the archive for reading the files of attachments, in one thread at a time.
    public func openFiles() throws(InventoryFileError) -> HomeboxFiles {
        HomeboxFiles(try HomeboxPackage(path: path, name: name))
    }
}

/// An attachment of an item of Homebox.
public struct HomeboxFile: Sendable {
    let id: UUID
    /// The name of the file in the archive.
    public let name: String
    /// Homebox's type, such as `photo` or `receipt`.
    public let type: String
    /// The title, which is the name of the original file unless the owner changed it.
    public let title: String
    /// Whether it represents the item.
    public let isPrimary: Bool
}

/// The files of a collection's attachments.
public final class HomeboxFiles {
    private let package: HomeboxPackage

    init(_ package: HomeboxPackage) { self.package = package }

    /// Begins to read a file.
    public func stream(of file: HomeboxFile) throws(InventoryFileError) -> ZipReader.Stream {
        guard let stream = try package.stream(of: file.name) else {
            throw InventoryFileError(.collection(.notACollection), file: package.name)
        }
        return stream
    }

    /// Returns the error for a file that cannot be unpacked.
    public func failure(_ error: ArchiveError) -> InventoryFileError { package.failure(error) }
}

/// An attachment in the store, as items refer to it.
public enum AttachedFile: Sendable {
    case photo(PhotoReference)
    case document(DocumentReference)
}
