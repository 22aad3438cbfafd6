import homepwner

/// The program for a household: its inventories are folders.
@main
enum HomepwnerProgram {
    static func main() { Homepwner.main() }
}
