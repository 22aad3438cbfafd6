import FoundationEssentials
import Inventory
import Localization

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path):
            said("store.noStoreAtMake", path)
        case .exists(let path): said("store.aStoreStandsAt", path)
        case .notAStore(let path):
            said("store.holdsNoInventoryOf", path)
        case .notAFolder(let path):
            said("store.isNoFolderAnd", path)
        case .folderInUse(let path, let names):
            said(
                "store.folderInUse", path, names.sorted().prefix(3).joined(separator: ", "),
                names.count > 3 ? said("attachments.andMore", names.count - 3) : "")
        case .newerVersion(let path, let version, let supported):
            said("store.theStoreAtWas", path, version, supported)
        case .readOnly(let path):
            said("store.theStoreAtCannot", path)
        case .unreadable(let path): said("store.theStoreAtCannotBeRead", path)
        case .locked(let path):
            said("store.anotherProgramIsWriting", path)
        case .diskFull(let path): said("store.noSpaceLeftOn", path)
        case .damaged(let path, let detail):
            said("store.theStoreAtIs", path, detail)
        case .damagedField(let field, let id, let path):
            said("store.theStoreAtIsField", path, "\(StoreDiagnostic.field(field, of: id))")
        case .cachedTotals(let path): said("store.theTotalsKeptAt", path, "\(StoreDiagnostic.totals)")
        case .inputOutput(let path, let detail): said("store.cannotReadOrWrite", path, detail)
        case .changedWhileReading(let path):
            said("store.theStoreAtWasChanged", path)
        case .closed: said("store.theStoreWasClosed")
        case .noSuchItem(let id): said("store.noItemHasThe", id.uuidString.lowercased())
        case .itemExists(let id): said("store.anItemHasThe", id.uuidString.lowercased())
        case .noSuchFile(let hash, let id):
            said("store.itemHasNoPhoto", id.uuidString.lowercased(), hash)
        case .noSuchPosition(let index, let count):
            said("store.thereIsNoPlace", index, count)
        case .value(let field, let error): field.map { "\($0.name): \(error)" } ?? "\(error)"
        case .parent(.unknown, _): said("store.parentNoItemHas")
        case .parent(.itself, _): said("store.parentAnItemCannot")
        case .parent(.cycle, _):
            said("store.parentTheItemThat")
        case .reference(let fault, _): "\(fault.words(row: nil))"
        case .conflict(let conflict):
            said("store.theItemWasChanged", conflict.fieldNames)
        case .nothingToUndo(nil): said("store.thereIsNoChange")
        case .nothingToUndo(.some(let revision)):
            said("store.thereIsNoChangeOf", revision)
        case .alreadyUndone(let revision, let by):
            said("store.theChangeOfRevision", revision, by)
        case .cannotUndo(let revision, let diagnostics):
            said("store.theChangeOfRevisionCannot", revision, UndoDiagnostic.words(diagnostics))
        case .keyReused(let key):
            said("store.theIdempotencyKeyWas", key)
        case .importDiagnostics(let faults): faults.map(\.description).joined(separator: "\n")
        case .totals(let error, let id):
            said("store.addUpToMore", error.overflowing, id.uuidString.lowercased())
        }
    }
}

extension ValueError {
    /// What was being added up when a sum left what can be counted.
    package var overflowing: String {
        if case .overflow(let code) = self { said("store.theAmountsIn", code) } else { said("store.theQuantities") }
    }
}

extension ImportDiagnostic: CustomStringConvertible {
    public var description: String { "row \(row): \(problem)" }
}

extension ImportDiagnostic.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .repeats(let row): said("store.theSameItemAs", row)
        case .parent(.unknown):
            said("store.noItemHereOr")
        case .parent(.itself): said("store.theItemNamesItself")
        case .parent(.cycle):
            said("store.theParentIsPart")
        case .reference(let fault, let row): fault.words(row: row)
        case .ambiguousReference(let one, let other):
            said("store.externalreferenceItemAndItem", one.reference, other.reference)
        case .idTaken: said("store.anItemHasThis")
        case .value(let field, let error): field.map { "\($0.name): \(error)" } ?? "\(error)"
        }
    }
}

extension DuplicateReferenceDiagnostic {
    /// What is wrong and what to do.
    /// - Parameter row: where a file speaks of the other item.
    fileprivate func words(row: Int?) -> String {
        let holder = row.map { said("store.theItemOfRow", $0) } ?? said("store.itemNamed", other.reference)
        return switch self {
        case .taken:
            said("store.externalreferenceGoesByThis", holder)
        case .idTaken:
            said("store.idHasThisKey", holder)
        }
    }
}

extension UndoDiagnostic: CustomStringConvertible {
    /// The most obstacles that are named; the rest are counted.
    static let named = 10

    /// What stands in the way, parted by commas; many obstacles are counted.
    public static func words(_ diagnostics: [UndoDiagnostic]) -> String {
        let names = diagnostics.prefix(named).map(\.description).joined(separator: ", ")
        let rest = diagnostics.count - named
        return rest > 0 ? said("store.andMore", names, rest) : names
    }

    public var description: String {
        let words =
            switch kind {
            case .field(let field, let id): said("store.ofItemWasChanged", field.name, id.uuidString.lowercased())
            case .place(let id): said("store.itemWasMovedSince", id.uuidString.lowercased())
            case .removed(let id): said("store.itemWasRemovedSince", id.uuidString.lowercased())
            case .added(let id): said("store.itemWasAddedSince", id.uuidString.lowercased())
            case .parent(.unknown, let id): said("store.theFormerParentOf", id.uuidString.lowercased())
            case .parent(_, let id): said("store.theFormerParentOfItem", id.uuidString.lowercased())
            case .reference(.taken(let other), let id):
                said("store.itemGoesByThe", other.reference, id.reference)
            case .reference(.idTaken(let other), let id):
                said("store.itemHasTheKey", other.reference, id.reference)
            case .setting(let name): said("store.theSettingWasChanged", name)
            }
        return revision.map { said("store.byRevision", words, $0) } ?? words
    }
}
