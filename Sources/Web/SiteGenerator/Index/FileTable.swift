import InventoryStore

/// The published files other than the pages of items, with their fingerprints.
struct FileTable {
    let connection: StoreConnection
    private static let condition = "WHERE inventory = ?1 AND site = ?2"

    /// The content of a file.
    enum Content: Equatable {
        case page(AffectedPages.Page)
        /// Leads to the last page of a series.
        case last(Int64)
        /// Assets, pictures and others that do not depend on items.
        case fixed
    }

    func fingerprint(of name: String) throws -> Fingerprint? {
        try connection.first(
            "SELECT fingerprint FROM site_files \(FileTable.condition) AND name = ?3", .text(name)
        ) { Fingerprint(bytes: $0.array(0)) }
    }

    /// Records a file.
    /// - Parameter generation: the publication that wrote it or found it right.
    /// - Returns: by how much the number of files grew.
    @discardableResult
    func put(_ name: String, _ fingerprint: Fingerprint, content: Content, generation: String) throws -> Int {
        let (series, page): (Int64, Int64) =
            switch content {
            case .page(let page): (page.series, page.page)
            case .last(let series): (series, 0)
            case .fixed: (0, 0)
            }
        let former = try remove(name)
        return try connection.run(
            "INSERT INTO site_files (inventory, site, name, fingerprint, series, page, written) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", .text(name), .bytes(fingerprint.bytes), .integer(series),
            .integer(page), .text(generation)) - former
    }

    /// Forgets a file.
    /// - Returns: by how much the number of files shrank.
    @discardableResult
    func remove(_ name: String) throws -> Int {
        try connection.run("DELETE FROM site_files \(FileTable.condition) AND name = ?3", .text(name))
    }

    func contains(_ name: String) throws -> Bool {
        try connection.number("SELECT 1 FROM site_files \(FileTable.condition) AND name = ?3", .text(name)) == 1
    }

    /// The files that a publication of everything did not write.
    func notWritten(in generation: String) throws -> [String] {
        try connection.all(
            "SELECT name FROM site_files \(FileTable.condition) AND written <> ?3", .text(generation)
        ) { $0.text(0) }
    }

    func count() throws -> Int64 {
        try connection.number("SELECT count(*) FROM site_files \(FileTable.condition)") ?? 0
    }

    func forEach(_ body: (_ name: String, Fingerprint?, Content) throws -> Void) throws {
        let rows = try connection.cursor(
            "SELECT name, fingerprint, series, page FROM site_files \(FileTable.condition)")
        while try rows.step() {
            let (series, page) = (rows.integer(2), rows.integer(3))
            let content: Content =
                series == 0 ? .fixed : page == 0 ? .last(series) : .page(AffectedPages.Page(series: series, page: page))
            try body(rows.text(0) ?? "", Fingerprint(bytes: rows.array(1)), content)
        }
    }
}
