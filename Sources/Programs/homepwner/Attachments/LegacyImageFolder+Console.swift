import Attachments
import Localization
import Message

extension LegacyImageFolder {
    /// Reports which pictures have no item, and which items have no picture.
    /// - Returns: whether pictures were left out.
    @discardableResult
    func printSummary(on console: Console) -> Bool {
        for path in unnamedFiles { console.warn(localized("images.nameIsNoID", ["file": .text(path.onOneLine)])) }
        for path in unusedFiles { console.warn(localized("images.noSuchItem", ["file": .text(path.onOneLine)])) }
        if !itemsWithoutPicture.isEmpty {
            let names = Phrases.names(itemsWithoutPicture.map { "'\($0.onOneLine)'" }, limit: 20)
            console.warn(localized("images.itemsWithout", ["names": .text(names)]))
        }
        return !unusedFiles.isEmpty
    }
}
