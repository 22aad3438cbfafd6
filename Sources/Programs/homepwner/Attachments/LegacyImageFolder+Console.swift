import Attachments
import Localization

extension LegacyImageFolder {
    /// Reports which pictures have no item, and which items have no picture.
    /// - Returns: whether pictures were left out.
    @discardableResult
    func tell(on console: Console) -> Bool {
        for path in unnamedFiles { console.warn(localized("images.nameIsNoID", ["file": .text(path.onOneLine)])) }
        for path in unusedFiles { console.warn(localized("images.noSuchItem", ["file": .text(path.onOneLine)])) }
        if !itemsWithoutPicture.isEmpty {
            let names = itemsWithoutPicture.prefix(20).map { "'\($0.onOneLine)'" }.joined(separator: ", ")
            let rest = itemsWithoutPicture.count - 20
            let more = rest > 0 ? localized("list.andMore", ["count": .text(Phrases.grouped(rest))]) : ""
            console.warn(localized("images.itemsWithout", ["names": .text(names), "more": .text(more)]))
        }
        return !unusedFiles.isEmpty
    }
}
