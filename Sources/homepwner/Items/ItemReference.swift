/// How people name an item: its whole key, or some digits at either end of it.
enum ItemReference {
    static let help =
        "the item's key, or its first or last digits: four or more that no other item has there"
}
