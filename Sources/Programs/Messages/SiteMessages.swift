import Files
import FoundationEssentials
import Inventory
import InventoryStore
public import Localization
import Reports
public import SiteGenerator

extension PublishError: MessageConvertible {
    public var message: Message { cause.message }
}

extension PublishError.Cause: MessageConvertible {
    public var message: Message {
        func about(_ key: String, _ folder: String) -> Message { Message(key, ["folder": .text(folder)]) }
        return switch self {
        case .publicCannotBeEdited: Message("publish.publicCannotBeEdited")
        case .foreignFolder(let path): about("publish.foreignFolder", path)
        case .otherInventory(let path): about("publish.otherInventory", path)
        case .insideStore(let path): about("publish.insideStore", path)
        case .notAFolder(let path): about("publish.notAFolder", path)
        case .busy(let path): about("publish.busy", path)
        case .newerVersion(let path): about("publish.newerVersion", path)
        case .readOnlyInventory(let path): about("publish.readOnlyInventory", path)
        case .customFolderMissing(let path): about("publish.customFolderMissing", path)
        case .unknownCustomFile(let path, let known):
            Message("publish.unknownCustomFile", ["file": .text(path), "names": .text(list(known))])
        case .nothingReplaced(let path, let known):
            Message("publish.nothingReplaced", ["folder": .text(path), "names": .text(list(known))])
        case .photo(let item, let reason):
            Message("publish.photo", ["item": .text(item.uuidString.lowercased()), "reason": .message(nested(reason))])
        case .rendering(let error): Message("publish.rendering", ["reason": .message(nested(error))])
        case .report(let error): nested(error)
        case .template(let error): nested(error)
        case .store(let error): nested(error)
        case .value(let error): nested(error)
        case .file(let error): nested(error)
        }
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    private func nested(_ error: any Error) -> Message {
        (error as? any MessageConvertible)?.message ?? Message("error.text", ["text": .text("\(error)")])
    }
}
