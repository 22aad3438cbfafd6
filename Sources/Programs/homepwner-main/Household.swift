import homepwner

/// The program for a household: its inventories are folders.
@main
enum Household {
    static func main() { Homepwner.main() }
}
