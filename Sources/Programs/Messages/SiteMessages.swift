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
        switch self {
        case .publicCannotBeEdited: Message("publish.publicCannotBeEdited")
        case .foreignFolder(let path): Message("publish.foreignFolder", ["folder": .text(path)])
        case .otherInventory(let path): Message("publish.otherInventory", ["folder": .text(path)])
        case .insideStore(let path): Message("publish.insideStore", ["folder": .text(path)])
        case .notAFolder(let path): Message("publish.notAFolder", ["folder": .text(path)])
        case .busy(let path): Message("publish.busy", ["folder": .text(path)])
        case .newerVersion(let path): Message("publish.newerVersion", ["folder": .text(path)])
        case .readOnlyInventory(let path): Message("publish.readOnlyInventory", ["folder": .text(path)])
        case .customFolderMissing(let path): Message("publish.customFolderMissing", ["folder": .text(path)])
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
