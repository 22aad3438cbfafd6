import Inventory

/// A drawing of a thing: shapes in a picture that is 100 wide and 75 high, from back to front.
struct SampleDrawing: Sendable {
    enum Colour: Sendable {
        /// The thing's own colour.
        case own, shade, dark, light, metal, wood, glass, leaf
    }

    enum Outline: Sendable {
        case box, oval
        /// An oval line as thick as a tenth of its width.
        case ring
        /// Corners, alternately from the left and from the top.
        case corners([Double])
    }

    struct Shape: Sendable {
        let outline: Outline
        let left, top, width, height: Double
        let colour: Colour

        init(
            _ outline: Outline, _ left: Double, _ top: Double, _ width: Double, _ height: Double, _ colour: Colour
        ) {
            self.outline = outline
            (self.left, self.top, self.width, self.height) = (left, top, width, height)
            self.colour = colour
        }

        init(_ corners: [Double], _ colour: Colour) {
            let across = stride(from: 0, to: corners.count, by: 2).map { corners[$0] }
            let down = stride(from: 1, to: corners.count, by: 2).map { corners[$0] }
            let (left, top) = (across.min() ?? 0, down.min() ?? 0)
            self.init(
                .corners(corners), left, top, (across.max() ?? 0) - left, (down.max() ?? 0) - top, colour)
        }

        /// Whether a point is in the shape.
        func contains(_ x: Double, _ y: Double) -> Bool {
            switch outline {
            case .box: return x >= left && x < left + width && y >= top && y < top + height
            case .oval: return distance(x, y, inset: 0) <= 1
            case .ring: return distance(x, y, inset: 0) <= 1 && distance(x, y, inset: width / 10) > 1
            case .corners(let corners):
                var isInside = false
                var last = corners.count - 2
                for next in stride(from: 0, to: corners.count, by: 2) {
                    let (x1, y1, x2, y2) = (corners[last], corners[last + 1], corners[next], corners[next + 1])
                    if (y1 > y) != (y2 > y), x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 { isInside.toggle() }
                    last = next
                }
                return isInside
            }
        }

        /// The distance from the centre, relative to that of the oval's line.
        private func distance(_ x: Double, _ y: Double, inset: Double) -> Double {
            let across = (x - left - width / 2) / (width / 2 - inset)
            let down = (y - top - height / 2) / (height / 2 - inset)
            return across * across + down * down
        }
    }

    let shapes: [Shape]

    private init(_ shapes: Shape...) { self.shapes = shapes }

    /// The drawing of a sample item, found by its name; a parcel for others.
    init(of item: Item) {
        let product = HouseholdVocabulary.products.first { product in
            [product.english, product.chinese, product.accented].contains { item.name.hasPrefix($0) }
        }
        self = product.flatMap { SampleDrawing.byProduct[$0.english] } ?? SampleDrawing.parcel
    }

    private static let parcel = SampleDrawing(
        Shape(.box, 30, 30, 40, 34, .wood), Shape(.box, 46, 30, 8, 34, .light))

    private static let byProduct: [String: SampleDrawing] = [
        "Television": SampleDrawing(
            Shape(.box, 46, 55, 8, 8, .dark), Shape(.box, 34, 62, 32, 3, .dark), Shape(.box, 14, 16, 72, 41, .dark),
            Shape(.box, 16, 18, 68, 37, .glass), Shape([16, 55, 48, 18, 62, 18, 30, 55], .metal)),
        "Loudspeaker": SampleDrawing(
            Shape(.box, 36, 12, 28, 53, .own), Shape(.oval, 41, 38, 18, 22, .dark), Shape(.oval, 46, 44, 8, 10, .metal),
            Shape(.oval, 44, 19, 12, 13, .dark), Shape(.oval, 48, 23, 4, 5, .metal)),
        "Camera": SampleDrawing(
            Shape(.box, 42, 20, 16, 10, .dark), Shape(.box, 22, 28, 56, 35, .dark), Shape(.box, 22, 34, 56, 20, .own),
            Shape(.oval, 37, 30, 27, 30, .metal), Shape(.oval, 41, 34, 19, 22, .glass),
            Shape(.oval, 45, 38, 6, 7, .light)),
        "Laptop": SampleDrawing(
            Shape(.box, 25, 20, 50, 34, .dark), Shape(.box, 27, 22, 46, 30, .glass),
            Shape([20, 54, 80, 54, 90, 64, 10, 64], .metal), Shape([26, 55, 74, 55, 78, 60, 22, 60], .dark)),
        "Monitor": SampleDrawing(
            Shape(.box, 47, 50, 6, 12, .metal), Shape(.oval, 34, 59, 32, 6, .metal), Shape(.box, 20, 16, 60, 37, .dark),
            Shape(.box, 22, 18, 56, 32, .glass)),
        "Keyboard": SampleDrawing(
            Shape([16, 40, 84, 40, 90, 62, 10, 62], .own), Shape([18, 42, 82, 42, 83, 47, 17, 47], .light),
            Shape([16, 48, 84, 48, 85, 53, 15, 53], .light), Shape([28, 55, 72, 55, 73, 60, 27, 60], .light)),
        "Sofa": SampleDrawing(
            Shape(.box, 18, 26, 64, 26, .own), Shape(.box, 22, 42, 28, 14, .shade), Shape(.box, 51, 42, 28, 14, .shade),
            Shape(.box, 12, 36, 11, 26, .own), Shape(.box, 77, 36, 11, 26, .own), Shape(.box, 20, 55, 60, 7, .own),
            Shape(.box, 16, 62, 4, 4, .wood), Shape(.box, 80, 62, 4, 4, .wood)),
        "Bookshelf": SampleDrawing(
            Shape(.box, 28, 8, 44, 58, .wood), Shape(.box, 31, 11, 38, 15, .dark), Shape(.box, 31, 29, 38, 15, .dark),
            Shape(.box, 31, 47, 38, 16, .dark), Shape(.box, 33, 14, 4, 12, .own), Shape(.box, 38, 12, 5, 14, .leaf),
            Shape(.box, 44, 15, 3, 11, .light), Shape(.box, 52, 32, 4, 12, .own), Shape(.box, 57, 31, 6, 13, .metal),
            Shape(.box, 34, 50, 12, 13, .shade), Shape(.box, 50, 51, 4, 12, .leaf)),
        "Dining table": SampleDrawing(
            Shape([20, 34, 80, 34, 90, 44, 10, 44], .wood), Shape(.box, 10, 44, 80, 3, .shade),
            Shape(.box, 13, 47, 4, 19, .wood), Shape(.box, 83, 47, 4, 19, .wood), Shape(.oval, 42, 34, 16, 6, .light)),
        "Espresso machine": SampleDrawing(
            Shape(.box, 30, 16, 40, 48, .metal), Shape(.box, 30, 16, 40, 12, .own), Shape(.box, 36, 34, 28, 22, .dark),
            Shape(.box, 46, 28, 8, 10, .shade), Shape(.box, 45, 46, 10, 9, .light), Shape(.oval, 34, 19, 5, 6, .light)),
        "Tea set": SampleDrawing(
            Shape(.ring, 60, 34, 18, 20, .own), Shape(.oval, 30, 28, 38, 34, .own),
            Shape([32, 40, 16, 30, 20, 29, 36, 48], .own),
            Shape(.oval, 38, 26, 22, 7, .shade), Shape(.oval, 46, 22, 6, 6, .shade),
            Shape(.oval, 74, 54, 18, 11, .light)),
        "Chef’s knife": SampleDrawing(
            Shape([16, 46, 62, 30, 64, 42, 30, 52], .metal), Shape([62, 30, 86, 24, 87, 33, 64, 42], .own),
            Shape(.oval, 69, 31, 2, 2, .metal), Shape(.oval, 78, 29, 2, 2, .metal)),
        "Cordless drill": SampleDrawing(
            Shape(.box, 14, 28, 16, 3, .metal), Shape(.box, 28, 24, 10, 11, .dark), Shape(.box, 36, 20, 36, 18, .own),
            Shape([56, 36, 70, 36, 74, 58, 62, 58], .own), Shape(.box, 56, 56, 24, 10, .dark),
            Shape(.oval, 44, 24, 9, 9, .light)),
        "Workbench": SampleDrawing(
            Shape(.box, 12, 32, 76, 6, .wood), Shape(.box, 17, 38, 5, 28, .wood), Shape(.box, 78, 38, 5, 28, .wood),
            Shape(.box, 17, 54, 66, 4, .shade), Shape(.box, 62, 24, 14, 8, .metal), Shape(.box, 30, 28, 18, 4, .own)),
        "Gold ring": SampleDrawing(
            Shape(.ring, 34, 26, 32, 38, .metal), Shape([44, 27, 50, 17, 56, 27, 50, 31], .light),
            Shape([46, 26, 50, 19, 54, 26, 50, 29], .glass)),
        "Wristwatch": SampleDrawing(
            Shape(.box, 42, 6, 16, 20, .own), Shape(.box, 42, 50, 16, 20, .own), Shape(.oval, 32, 20, 36, 36, .metal),
            Shape(.oval, 36, 24, 28, 28, .light), Shape(.box, 49, 28, 2, 11, .dark), Shape(.box, 50, 37, 9, 2, .dark)),
        "Oil painting": SampleDrawing(
            Shape(.box, 20, 10, 60, 48, .metal), Shape(.box, 24, 14, 52, 40, .glass),
            Shape(.oval, 58, 18, 9, 9, .light),
            Shape([24, 54, 24, 40, 38, 28, 52, 44, 64, 34, 76, 46, 76, 54], .leaf),
            Shape([24, 54, 40, 46, 76, 50, 76, 54], .own)),
        "Calligraphy scroll": SampleDrawing(
            Shape(.box, 34, 8, 32, 3, .wood), Shape(.box, 37, 11, 26, 50, .light), Shape(.box, 34, 60, 32, 4, .wood),
            Shape(.box, 46, 17, 9, 2, .dark), Shape(.box, 49, 16, 2, 10, .dark), Shape(.box, 45, 32, 11, 2, .dark),
            Shape([50, 30, 52, 30, 46, 43, 44, 43], .dark), Shape(.box, 55, 50, 5, 6, .own)),
        "Violin": SampleDrawing(
            Shape(.box, 48, 6, 4, 30, .dark), Shape(.oval, 38, 26, 24, 20, .own), Shape(.oval, 35, 42, 30, 26, .own),
            Shape(.box, 42, 40, 16, 8, .own), Shape(.box, 47, 30, 6, 20, .dark), Shape(.box, 44, 51, 12, 2, .light)),
        "Digital piano": SampleDrawing(
            Shape(.box, 12, 26, 76, 14, .own), Shape(.box, 14, 34, 72, 9, .light), Shape(.box, 18, 34, 3, 5, .dark),
            Shape(.box, 28, 34, 3, 5, .dark), Shape(.box, 38, 34, 3, 5, .dark), Shape(.box, 50, 34, 3, 5, .dark),
            Shape(.box, 62, 34, 3, 5, .dark), Shape(.box, 74, 34, 3, 5, .dark), Shape(.box, 20, 43, 5, 22, .shade),
            Shape(.box, 75, 43, 5, 22, .shade)),
        "Bicycle": SampleDrawing(
            Shape(.ring, 10, 32, 34, 34, .dark), Shape(.ring, 56, 32, 34, 34, .dark),
            Shape([26, 48, 40, 26, 43, 26, 29, 49], .own), Shape([40, 26, 66, 26, 66, 29, 40, 29], .own),
            Shape([42, 28, 50, 50, 47, 50, 39, 28], .own), Shape([64, 27, 50, 50, 47, 50, 61, 27], .own),
            Shape([63, 20, 66, 20, 74, 49, 71, 49], .own), Shape(.box, 60, 18, 12, 3, .dark),
            Shape(.box, 34, 22, 12, 3, .dark)),
        "Tent": SampleDrawing(
            Shape([50, 16, 90, 64, 10, 64], .own), Shape([50, 16, 66, 64, 34, 64], .shade),
            Shape([50, 24, 58, 64, 42, 64], .dark)),
        "Atlas": SampleDrawing(
            Shape([22, 20, 70, 14, 78, 58, 30, 66], .own), Shape([30, 66, 78, 58, 79, 61, 32, 69], .light),
            Shape(.oval, 36, 24, 26, 26, .glass), Shape(.oval, 42, 28, 10, 14, .leaf)),
        "Winter coat": SampleDrawing(
            Shape([34, 16, 66, 16, 86, 50, 76, 55, 66, 38, 67, 68, 33, 68, 34, 38, 24, 55, 14, 50], .own),
            Shape([42, 12, 58, 12, 62, 20, 50, 26, 38, 20], .shade), Shape(.box, 49, 26, 2, 42, .dark),
            Shape(.box, 37, 50, 9, 2, .shade), Shape(.box, 54, 50, 9, 2, .shade)),
        "Lawn mower": SampleDrawing(
            Shape([30, 42, 14, 12, 17, 11, 36, 42], .metal), Shape([28, 40, 70, 40, 84, 56, 26, 56], .own),
            Shape(.box, 44, 30, 20, 11, .dark), Shape(.oval, 24, 48, 18, 18, .dark), Shape(.oval, 29, 53, 8, 8, .metal),
            Shape(.oval, 70, 48, 18, 18, .dark), Shape(.oval, 75, 53, 8, 8, .metal)),
    ]
}
