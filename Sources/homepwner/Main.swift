@main
enum Homepwner {
    static func main() {}
}
