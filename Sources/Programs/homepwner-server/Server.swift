import InventoryStore
import PostgreSQLDriver
import homepwner

/// The same program with the driver for PostgreSQL, for many inventories and writers. It alone links libpq.
@main
enum ServerProgram {
    static func main() {
        ServerDriver.register { address in PostgreSQLServer(address: address) }
        Homepwner.main()
    }
}
