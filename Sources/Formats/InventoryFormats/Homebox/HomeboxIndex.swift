import FoundationEssentials
import Inventory
import JSON

/// Everything of a collection that belongs to items but is stored in tables of its own.
struct HomeboxIndex: Sendable {
    private(set) var notices: [HomeboxNotice] = []
    /// The attachments of items whose files are in the archive, by item, in the order of the table.
    private(set) var files: [UUID: [HomeboxFile]] = [:]
    /// The locations, by their ids.
    private(set) var locations: Set<UUID> = []
    private(set) var fields: [UUID: [CustomField]] = [:]
    private(set) var maintenance: [UUID: [MaintenanceEntry]] = [:]
    private var tags: [UUID: [UUID]] = [:]
    private var tagNames: [UUID: String] = [:]
    /// The types of items that say more than "Item".
    private var categories: [UUID: String] = [:]
    /// The paths of locations, by their ids.
    private var paths: [UUID: String] = [:]
    private var parents: [UUID: UUID] = [:]
    private var items: Set<UUID> = []
    /// The locations in which items are, directly or with the items around them.
    private var surroundings: [UUID: UUID] = [:]
    /// The references of items that are not ids.
    private var references: [UUID: String] = [:]
    /// The ids that references state, of items with another id.
    private var statedIDs: [UUID: UUID] = [:]

    /// The parent and the location of an item.
    struct Placement {
        /// The item of which it is a part.
        var parent: UUID?
        var location: String?
    }

    /// The means by which an item is recognised.
    enum Recognition {
        case id(UUID)
        case reference(String)
    }

    /// The name of the type that Homebox gives items by default.
    static let defaultType = "Item"

    // MARK: Looking up

    func recognition(of item: UUID) -> Recognition {
        references[item].map(Recognition.reference) ?? .id(statedIDs[item] ?? item)
    }

    func category(ofType type: UUID) -> String? { categories[type] }

    func tags(of item: UUID) -> [String] {
        var names: [String] = []
        for name in (tags[item] ?? []).compactMap({ tagNames[$0] }) where !names.contains(name) { names.append(name) }
        return names
    }

    /// Returns the parent of an item and its location. An item inside another has the location of the outer one.
    func placement(of item: UUID) -> Placement {
        Placement(
            parent: parents[item].flatMap { locations.contains($0) ? nil : $0 },
            location: surroundings[item].flatMap { paths[$0] })
    }

    // MARK: Reading

    /// Reads all tables of a collection.
    init(_ package: HomeboxPackage, _ manifest: JSONValue, currency: Currency) throws(InventoryFileError) {
        let reading = HomeboxIndexing(package, manifest, currency: currency)
        var locationTypes: Set<UUID> = []
        var types: Set<UUID> = []
        try reading.each(.entityTypes) { row throws(InventoryFileError) in
            let id = try row.id()
            guard types.insert(id).inserted else { throw row.repeated }
            if try row.flag("is_location") {
                locationTypes.insert(id)
            } else if let name = try row.text("name"), name != HomeboxIndex.defaultType {
                categories[id] = name
            }
        }
        reading.locationTypes = locationTypes
        try readEntities(reading, types: types)
        locateItems()
        try reading.each(.tags) { row throws(InventoryFileError) in
            let id = try row.id()
            guard let name = try row.text("name") else { throw row.malformed("name") }
            guard tagNames.updateValue(name, forKey: id) == nil else { throw row.repeated }
        }
        try reading.each(.tagEntities) { row throws(InventoryFileError) in
            let (tag, entity) = (try row.id("tag_id"), try owner(of: row, "entity_id"))
            guard tagNames[tag] != nil else { throw row.dangling("tag_id") }
            if items.contains(entity) { tags[entity, default: []].append(tag) }
        }
        try reading.each(.entityFields) { row throws(InventoryFileError) in
            let entity = try owner(of: row, "entity_fields")
            if items.contains(entity) { fields[entity, default: []].append(try HomeboxIndex.field(row)) }
        }
        try reading.each(.maintenanceEntries) { row throws(InventoryFileError) in
            let entity = try owner(of: row, "entity_id")
            guard items.contains(entity) else { return }
            maintenance[entity, default: []].append(try HomeboxIndex.entry(row, reading))
        }
        maintenance = maintenance.mapValues(MaintenanceEntry.sorted)
        if reading.roundedAmounts > 0 { reading.notices.append(.roundedAmounts(reading.roundedAmounts)) }
        try readAttachments(reading)
        for table in HomeboxTable.allCases where table.isLeftOut {
            var count = 0
            try reading.each(table) { _ in count += 1 }
            if count > 0 { reading.notices.append(.leftOut(table, count: count)) }
        }
        notices = reading.finish()
    }

    private mutating func readEntities(
        _ reading: HomeboxIndexing, types: Set<UUID>
    ) throws(InventoryFileError) {
        var names: [UUID: String] = [:]
        var seen: [String: UUID] = [:]
        var repeated: Set<String> = []
        try reading.each(.entities) { row throws(InventoryFileError) in
            let (id, type) = (try row.id(), try row.id("entity_type_entities"))
            guard types.contains(type) else { throw row.dangling("entity_type_entities") }
            guard names[id] == nil, items.insert(id).inserted else { throw row.repeated }
            if let parent = try row.reference("entity_children") { parents[id] = parent }
            if reading.locationTypes.contains(type) {
                items.remove(id)
                locations.insert(id)
                let name = try row.text("name") ?? ""
                names[id] = name
                if row["description"].string ?? "" != "" || row["notes"].string ?? "" != "" {
                    reading.locationDetails.insert(name)
                }
                return
            }
            for column in ["purchase_price", "sold_price"] { _ = reading.amount(row, column) }
            if HomeboxRow.units(row["quantity"], decimals: 6)?.isRounded == true { reading.roundedAmounts += 1 }
            guard let reference = row["import_ref"].string, !reference.isEmpty else { return }
            if let first = seen.updateValue(id, forKey: reference) {
                (references[first], statedIDs[first]) = (nil, nil)
                repeated.insert(reference)
            } else if let stated = UUID(text: reference), stated.text == reference {
                if stated != id { statedIDs[id] = stated }
            } else if (try? Item.checked(reference)) != nil {
                references[id] = reference
            }
        }
        try reading.each(.entities, isSecond: true) { row throws(InventoryFileError) in
            guard let parent = parents[try row.id()] else { return }
            guard items.contains(parent) || names[parent] != nil else { throw row.dangling("entity_children") }
        }
        for id in locations {
            let path = try path(of: id, names)
            try reading.hold(path.utf8.count)
            paths[id] = path
        }
        if !repeated.isEmpty { reading.notices.append(.repeatedReferences(repeated.sorted())) }
    }

    /// The most locations and items around a location.
    private static let depthLimit = 64

    /// The names of a location and those around it, outermost first.
    /// - Throws: `locationCycle` if it lies inside itself; `locationPath` if it lies too deep or the path is too long.
    private func path(of location: UUID, _ names: [UUID: String]) throws(InventoryFileError) -> String {
        var parts: [String] = []
        var visited: Set<UUID> = []
        var place: UUID? = location
        var size = 0
        while let next = place {
            guard visited.insert(next).inserted else {
                throw InventoryFileError(.collection(.locationCycle(name: names[location] ?? "")))
            }
            if let name = names[next] {
                parts.append(name)
                size += name.utf8.count + HomeboxIndex.separator.utf8.count
            }
            guard visited.count <= HomeboxIndex.depthLimit, size <= Item.textLimit else {
                throw InventoryFileError(
                    .collection(.locationPath(name: names[location] ?? "", depth: HomeboxIndex.depthLimit)))
            }
            place = parents[next]
        }
        return parts.reversed().joined(separator: HomeboxIndex.separator)
    }

    private static let separator = " / "

    /// Finds the location of each item. An item inside another has the location of the outer one.
    private mutating func locateItems() {
        var visited: Set<UUID> = []
        for item in items {
            var chain: [UUID] = []
            var place: UUID? = item
            // Items of a cycle are in no location. The cycle is refused when their parents are set.
            while let next = place, items.contains(next), visited.insert(next).inserted {
                chain.append(next)
                place = parents[next]
            }
            let location = place.flatMap { locations.contains($0) ? $0 : surroundings[$0] }
            for inner in chain { surroundings[inner] = location }
        }
    }

    private mutating func readAttachments(_ reading: HomeboxIndexing) throws(InventoryFileError) {
        let package = reading.package
        var missing: [String] = []
        var links = 0
        var thumbnails: Set<UUID> = []
        try reading.each(.attachments) { row throws(InventoryFileError) in
            let id = try row.id()
            if let thumbnail = try row.reference("attachment_thumbnail") { thumbnails.insert(thumbnail) }
            reading.knownFiles.insert(HomeboxPackage.attachmentFolder + (row["id"].string ?? ""))
            let type = try row.text("type") ?? "attachment"
            // A thumbnail belongs to a photo, not to an item; Homepwner makes its own.
            guard let owner = try row.reference("entity_attachments"), type != "thumbnail" else { return }
            guard items.contains(owner) || locations.contains(owner) else { throw row.dangling("entity_attachments") }
            let (title, path) = (try row.text("title") ?? "", try row.text("path") ?? "")
            guard items.contains(owner) else {
                if let name = paths[owner] { reading.locationDetails.insert(name) }
                return
            }
            let file = HomeboxFile(
                id: id, name: HomeboxPackage.attachmentFolder + (row["id"].string ?? ""), type: type, title: title,
                isPrimary: try row.flag("primary"))
            if package.has(file.name) {
                files[owner, default: []].append(file)
            } else if let address = [path, title].first(where: { $0.contains("://") }) {
                links += 1
                fields[owner, default: []].append(
                    CustomField(name: title.isEmpty || title == address ? "URL" : title, value: address))
            } else {
                missing.append(title.isEmpty ? id.text : title)
            }
        }
        for owner in files.keys { files[owner]?.removeAll { thumbnails.contains($0.id) } }
        if !missing.isEmpty { reading.notices.append(.missingFiles(missing)) }
        if links > 0 { reading.notices.append(.links(links)) }
        let details = reading.locationDetails
        if !details.isEmpty { reading.notices.append(.locationDetails(details.sorted())) }
    }

    /// Returns the entity to which a row belongs.
    private func owner(of row: HomeboxRow, _ column: String) throws(InventoryFileError) -> UUID {
        let owner = try row.id(column)
        guard items.contains(owner) || locations.contains(owner) else { throw row.dangling(column) }
        return owner
    }

    private static func field(_ row: HomeboxRow) throws(InventoryFileError) -> CustomField {
        let name = try row.text("name") ?? ""
        switch try row.text("type") ?? "text" {
        case "number":
            guard case .number(let text) = row["number_value"] else { return CustomField(name: name, value: "") }
            return CustomField(name: name, value: text)
        case "boolean": return CustomField(name: name, value: try row.flag("boolean_value") ? "true" : "false")
        case "time": return CustomField(name: name, value: try row.day("time_value")?.description ?? "")
        default: return CustomField(name: name, value: try row.text("text_value") ?? "")
        }
    }

    private static func entry(
        _ row: HomeboxRow, _ reading: HomeboxIndexing
    ) throws(InventoryFileError) -> MaintenanceEntry {
        var cost: Money?
        if row["cost"] != .null {
            guard let units = reading.amount(row, "cost") else { throw row.malformed("cost") }
            if units != 0 { cost = Money(minorUnits: units, currency: reading.currency) }
        }
        return MaintenanceEntry(
            name: try row.text("name") ?? "", description: try row.text("description"), done: try row.day("date"),
            planned: try row.day("scheduled_date"), cost: cost)
    }
}

extension HomeboxRow {
    fileprivate var repeated: InventoryFileError { InventoryFileError(.collection(.repeatedID(table, row: number))) }
}
