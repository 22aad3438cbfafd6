public import Files
import Glibc
public import Localization

extension FileError: MessageConvertible {
    public var message: Message {
        message(remedy: remedy)
    }

    /// The message with a remedy in parentheses, if there is one.
    func message(remedy: Message?) -> Message {
        let problem = Message("file.cannot.\(operation.rawValue)", ["path": .text(path), "reason": .text(reason)])
        guard let remedy else { return problem }
        return Message("file.withRemedy", ["problem": .message(problem), "remedy": .message(remedy)])
    }

    private var remedy: Message? {
        switch code {
        case _ where operation == .followLink: nil
        case ENOSPC, EDQUOT: Message("file.remedy.freeSpace")
        case EACCES, EPERM:
            operation == .read ? Message("file.remedy.makeReadable") : Message("file.remedy.chooseWritableFolder")
        case EROFS: Message("file.remedy.chooseOtherDisk")
        case ENOTDIR where operation != .read: Message("file.remedy.fileInsteadOfFolder")
        case ENOENT where operation == .read && Folder.isBrokenLink(path),
            ENOTDIR where Folder.isBrokenLink(path), ELOOP where operation == .read:
            Message("file.remedy.correctLink")
        case ENOENT, ENOTDIR:
            operation == .read ? Message("file.remedy.checkName") : Message("file.remedy.makeFolderFirst")
        case EISDIR where operation == .read: Message("file.remedy.giveFile")
        case EISDIR: Message("file.remedy.folderInsteadOfFile")
        case ENAMETOOLONG: Message("file.remedy.chooseShorterName")
        case EMFILE, ENFILE: Message("file.remedy.raiseOpenFiles")
        // The call is done in these two cases and must not be repeated as a whole.
        case EINTR where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.tryAgain")
        case EIO where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.checkDisk")
        default: nil
        }
    }
}
