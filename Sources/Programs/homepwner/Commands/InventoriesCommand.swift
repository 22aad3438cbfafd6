import Files
import Glibc
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import SiteGenerator

extension Command {
    static let inventories = Command(
        name: "inventories",
        options: [.help],
        subcommands: [
            listInventories, .inventoryTotals, createInventory, renameInventory, setArchived("archive", true),
            setArchived("restore", false), deleteInventory, .backupInventories, .serveInventories, .signIn,
        ])

    private static let listInventories = Command(
        name: "list",
        options: [.json, .store, .help],
        examples: ["inventories list --store postgres://localhost/homepwner"],
        run: { invocation in
            let directory = try InventoryDirectory(at: invocation.serverAddress())
            try invocation.arguments.has(.json)
                ? writeJSON(directory, invocation.console) : writeTable(directory, invocation.console)
        })

    private static let createInventory = Command(
        name: "create",
        operands: [PositionalArgument("NAME")],
        options: [SettingsOptions.currency, .store, .help],
        examples: ["inventories create \"Main Street 5\" --currency EUR"],
        run: { invocation in
            let address = try invocation.namedInventory().address
            try invocation.initialize(address.displayName) { try InventoryStore.make(at: address, settings: $0) }
        })

    private static let renameInventory = Command(
        name: "rename",
        operands: [PositionalArgument("NAME"), PositionalArgument("NEW")],
        options: [.store, .help],
        examples: ["inventories rename \"Main Street 5\" \"Main Street 5a\""],
        run: { invocation in
            let (name, address) = try invocation.namedInventory()
            try InventoryDirectory(at: address).rename(name, to: invocation.arguments.operand("NEW") ?? "")
        })

    private static let deleteInventory = Command(
        name: "delete",
        operands: [PositionalArgument("NAME")],
        options: [.confirm, .withCopies, .store, .help],
        examples: [
            "inventories delete \"Main Street 5\" --confirm \"Main Street 5\"",
            "inventories delete lake --confirm lake --with-copies",
        ],
        run: { invocation in
            let (name, address) = try invocation.namedInventory()
            guard invocation.arguments.text(.confirm) == name else {
                throw UsageError.needed("--confirm", why: localized("inventories.confirm"))
            }
            let directory = try InventoryDirectory(at: address)
            var copies = try InventoryCopies(of: try InventoryStore.open(at: address, for: .reading))
            let folder = try directory.delete(name)
            Folder.removeAll(folder)
            if invocation.arguments.has(.withCopies) { copies.remove() }
            if !copies.paths.isEmpty {
                let paths = copies.paths.map(\.onOneLine).joined(separator: ", ")
                invocation.console.complain(localized("inventories.copies", ["paths": .text(paths)]))
            }
            guard !Folder.exists(folder) else {
                throw CommandError.outputLost(
                    localized("inventories.filesRemain", ["folder": .text(folder.onOneLine)]))
            }
            try invocation.announce(localized("inventories.deleted", ["store": .text(address.displayName.onOneLine)]))
        })

    private static func setArchived(_ name: String, _ isArchived: Bool) -> Command {
        Command(
            name: name,
            operands: [PositionalArgument("NAME")],
            options: [.store, .help],
            examples: ["inventories \(name) \"Main Street 5\""],
            run: { invocation in
                let (inventory, address) = try invocation.namedInventory()
                try InventoryDirectory(at: address).setArchived(isArchived, inventory)
            })
    }

    private static func writeTable(_ directory: InventoryDirectory, _ console: Console) throws {
        var table = TextTable(
            [
                .init(localized("column.inventory"), least: 20), .init(localized("column.created")),
                .init(localized("column.archived")),
            ], on: console)
        try directory.forEach { entry in
            try table.add([entry.name, entry.created.description, entry.archived?.description ?? ""])
        }
        try table.finish()
    }

    private static func writeJSON(_ directory: InventoryDirectory, _ console: Console) throws {
        var json = JSONWriter(.pretty)
        json.open(.array)
        try directory.forEach { entry in
            json.object { json in
                json.add("name", .string(entry.name))
                json.add("created", .string(entry.created.description))
                if let archived = entry.archived { json.add("archived", .string(archived.description)) }
            }
        }
        json.close(.array)
        try console.write(json.text)
    }
}

extension Option {
    fileprivate static let confirm = value("confirm", "NAME")
    fileprivate static let withCopies = flag("with-copies")
}

/// The published folders and backups of an inventory, as far as it knows them.
private struct InventoryCopies {
    private let store: InventoryStore
    private var folders: [String]
    private var backups: [String]
    /// Those on other machines, and on disks that are not mounted.
    private let elsewhere: [String]

    init(of store: InventoryStore) throws {
        self.store = store
        (folders, elsewhere) = try PublishedFolders.all(of: store)
        backups = try store.backups()
    }

    var paths: [String] { folders + elsewhere + backups }

    /// Removes what is on this machine and still of the inventory: a path may have become another one's.
    mutating func remove() {
        folders.removeAll { path in
            guard (try? PublishedSite(at: path))?.shows(store) == true else { return false }
            Folder.removeAll(path)
            return !Folder.exists(path)
        }
        backups.removeAll { path in
            guard (try? BackupReader(path))?.description.inventory == store.identifier else { return false }
            return unlink(path) == 0
        }
    }
}

extension Invocation {
    /// The address of a database with many inventories.
    /// - Throws: `badValue` if the store is a folder.
    func serverAddress() throws(UsageError) -> StoreAddress {
        guard let address = StoreAddress(try storePath()) else {
            throw .badValue(option: Option.store.spelling, problem: localized("inventories.addressExpected"))
        }
        return address
    }

    /// The inventory that the operand names, and its address.
    func namedInventory() throws(UsageError) -> (name: String, address: StoreAddress) {
        let name = arguments.operand("NAME") ?? ""
        return (name, try serverAddress().of(name))
    }
}
