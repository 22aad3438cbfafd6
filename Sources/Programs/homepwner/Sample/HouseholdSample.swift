import FoundationEssentials
import Inventory

/// Makes items such as households have, with every field in use.
enum HouseholdSample {
    static func item(
        id: UUID, number: Int, now: Timestamp, currencies: [Currency], container: UUID?, random: inout SampleRandom
    ) -> Item {
        let product = random.pick(HouseholdVocabulary.products)
        let today = now.dayAndTime.day.daysSinceEpoch
        let created = now.milliseconds - Int64(random.below(6 * 365)) * 86_400_000 - Int64(random.below(86_400_000))
        var item = Item(id: id, name: name(of: product, &random), dateCreated: Timestamp(clampedMilliseconds: created))
        item.category = product.category
        item.location = random.chance(97) ? random.pick(HouseholdVocabulary.locations) : nil
        item.manufacturer = random.chance(80) ? random.pick(product.makers) : nil
        item.modelNumber = random.chance(60) ? modelNumber(&random) : nil
        item.serialNumber = random.chance(product.serials) ? "SN\(100_000_000 + random.below(900_000_000))" : nil
        item.quantity = quantity(&random)
        item.assetIdentifier = random.chance(50) ? assetIdentifier(number) : nil
        item.url = random.chance(20) ? "https://example.org/item/\(number + 1)?from=sample&x=1" : nil
        item.parent = random.chance(4) ? container : nil
        item.description = random.chance(45) ? random.pick(HouseholdVocabulary.descriptions) : nil
        item.notes = random.chance(25) ? random.pick(HouseholdVocabulary.notes) : nil
        item.condition = random.chance(60) ? random.pick(HouseholdVocabulary.conditions) : nil
        item.tags = tags(&random)
        item.insured = random.chance(40)
        item.externalReference =
            random.chance(30) ? "ref-\(String(random.next() >> 16, radix: 36))" : nil
        item.customFields = customFields(&random)
        addWorth(to: &item, product: product, currencies: currencies, &random)
        addPurchaseAndWarranty(to: &item, today: today, &random)
        if random.chance(8) { archive(&item, today: today, &random) }
        // By number, so that a seed makes the items that it made before there were these fields.
        item.colour =
            number % 3 == 0 ? HouseholdVocabulary.colours[number / 3 % HouseholdVocabulary.colours.count] : nil
        let marks = HouseholdVocabulary.distinguishingMarks
        item.distinguishingMarks = number % 8 == 1 ? marks[number / 8 % marks.count] : nil
        // From the range that GS1 leaves to shops.
        item.code = number % 5 == 2 ? ProductCode.ean13(String(200_000_000_000 + number)) : nil
        return item
    }

    private static func name(of product: HouseholdVocabulary.Product, _ random: inout SampleRandom) -> String {
        let base =
            switch random.below(100) {
            case ..<15: product.chinese
            case ..<30: product.accented
            default: product.english
            }
        return base + random.pick(HouseholdVocabulary.adjectives)
    }

    private static func modelNumber(_ random: inout SampleRandom) -> String {
        let letters = [random.below(26), random.below(26)].map { UInt8(ascii: "A") + UInt8($0) }
        return "\(String(decoding: letters, as: UTF8.self))-\(100 + random.below(9900))"
    }

    /// `012-345`: six digits in two halves, as stickers have them.
    private static func assetIdentifier(_ number: Int) -> String {
        let digits = String(1_000_000 + number % 1_000_000).dropFirst()
        return "\(digits.prefix(3))-\(digits.suffix(3))"
    }

    private static func quantity(_ random: inout SampleRandom) -> Quantity {
        switch random.below(1000) {
        case ..<15: Quantity(millionths: random.pick(HouseholdVocabulary.quantities))
        case ..<135: Quantity(millionths: Int64(2 + random.below(11)) * Quantity.scale)
        default: .one
        }
    }

    private static func tags(_ random: inout SampleRandom) -> [String] {
        var tags: [String] = []
        for _ in 0..<random.below(4) {
            let tag = random.pick(HouseholdVocabulary.tags)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private static func customFields(_ random: inout SampleRandom) -> [CustomField] {
        guard random.chance(30) else { return [] }
        return (0...random.below(3)).map { _ in
            CustomField(
                name: random.pick(HouseholdVocabulary.fieldNames), value: random.pick(HouseholdVocabulary.fieldValues))
        }
    }

    private static func addWorth(
        to item: inout Item, product: HouseholdVocabulary.Product, currencies: [Currency], _ random: inout SampleRandom
    ) {
        let isForeign = currencies.count > 1 && random.chance(30)
        let currency = isForeign ? currencies[1 + random.below(currencies.count - 1)] : currencies[0]
        let paid = product.price.lowerBound + random.below(product.price.count)
        if random.chance(95) { item.value = money(paid * (60 + random.below(50)) / 100, currency) }
        if random.chance(85) { item.purchase.price = money(paid, currency) }
        if random.chance(50) { item.replacementValue = money(paid * (100 + random.below(40)) / 100, currency) }
        if random.chance(30) { item.depreciation = Percentage(hundredths: Int64(2 + random.below(49)) * 50) }
    }

    /// An amount of as many minor units as a price in hundredths has, tenfold for each decimal place past two.
    private static func money(_ hundredths: Int, _ currency: Currency) -> Money {
        var minor = Int64(hundredths)
        for _ in 2..<max(2, currency.fractionDigits) { minor *= 10 }
        return Money(minorUnits: minor, currency: currency)
    }

    private static func addPurchaseAndWarranty(to item: inout Item, today: Int32, _ random: inout SampleRandom) {
        let bought = today - Int32(30 + random.below(14 * 365))
        if random.chance(85) { item.purchase.date = CalendarDate(daysSinceEpoch: bought) }
        if random.chance(80) { item.purchase.place = random.pick(HouseholdVocabulary.shops) }
        if random.chance(40) { item.purchase.receiptNumber = "R-\(10_000 + random.below(90_000))" }
        switch random.below(100) {
        case ..<3: item.warranty.lifetime = true
        case ..<50: item.warranty.expires = CalendarDate(daysSinceEpoch: bought + 365 * Int32(1 + random.below(5)))
        default: return
        }
        if random.chance(50) { item.warranty.details = random.pick(HouseholdVocabulary.warranties) }
    }

    private static func archive(_ item: inout Item, today: Int32, _ random: inout SampleRandom) {
        item.archived = true
        item.sale.date = CalendarDate(daysSinceEpoch: today - Int32(random.below(30)))
        item.sale.to = random.pick(HouseholdVocabulary.buyers)
        if let value = item.value ?? item.purchase.price {
            item.sale.price = Money(minorUnits: value.minorUnits * 6 / 10, currency: value.currency)
        }
        if random.chance(40) { item.sale.notes = "Sold \"as is\"; paid in cash & collected." }
        // Its whole cost is lost: a claim, which leaves it out, needs no column for that.
        if item.depreciation == nil { item.depreciationEach = item.replacementValue }
    }
}

/// The things, places and notes of the sample households.
enum HouseholdVocabulary {
    /// A kind of thing: its names in three scripts, who makes it, and what it costs.
    struct Product: Sendable {
        let category: String
        let english: String
        let chinese: String
        let accented: String
        let makers: [String]
        /// Least and largest price in hundredths.
        let price: ClosedRange<Int>
        /// Percentage of items with a serial number.
        let serials: Int

        /// The English name as files have it: `chefs-knife`.
        var pictureName: String {
            String(english.lowercased().compactMap { $0 == " " ? "-" : $0.isASCII ? $0 : nil })
        }
    }

    static let products: [Product] = [
        make("Electronics", "Television", "电视机", "Téléviseur", "LG Sony Samsung 海信", 24_900...289_900, 95),
        make("Electronics", "Loudspeaker", "音箱", "Haut-parleur stéréo", "Sonos JBL Bose", 8_900...79_900, 90),
        make("Electronics", "Camera", "照相机", "Cámara réflex", "Canon Nikon Fujifilm 索尼", 39_900...349_900, 97),
        make("Computers", "Laptop", "笔记本电脑", "Ordinateur léger", "Lenovo Dell Apple 华为", 54_900...329_900, 98),
        make("Computers", "Monitor", "显示器", "Écran 27\"", "Dell EIZO LG", 15_900...129_900, 92),
        make("Computers", "Keyboard", "机械键盘", "Clavier mécanique", "Keychron Cherry", 4_900...24_900, 60),
        make("Furniture", "Sofa", "沙发", "Canapé d’angle", "IKEA Vitra 曲美", 29_900...399_900, 5),
        make("Furniture", "Bookshelf", "书架", "Bücherregal für Großes", "IKEA Muji USM", 4_900...189_900, 5),
        make("Furniture", "Dining table", "餐桌", "Table à manger", "Hülsta 红木坊", 19_900...259_900, 4),
        make("Kitchen", "Espresso machine", "咖啡机", "Machine à café", "De’Longhi Jura Gaggia", 9_900...159_900, 90),
        make("Kitchen", "Tea set", "茶具", "Service à thé", "景德镇 Rosenthal", 2_900...89_900, 3),
        make("Kitchen", "Chef’s knife", "菜刀", "Couteau émincé", "Wüsthof 张小泉 Global", 1_900...39_900, 8),
        make("Tools", "Cordless drill", "电钻", "Perceuse à percussion", "Bosch Makita Hilti", 6_900...49_900, 85),
        make("Tools", "Workbench", "工作台", "Établi de menuisier", "Sjöbergs", 14_900...119_900, 10),
        make("Jewellery", "Gold ring", "金戒指", "Anneau doré", "Cartier 周大福", 19_900...899_900, 12),
        make("Jewellery", "Wristwatch", "手表", "Reloj de pulsera clásico", "Seiko Omega 海鸥", 9_900...799_900, 96),
        make("Art", "Oil painting", "油画", "Peinture à l’huile", "Müller Dvořák 齐", 29_900...1_299_900, 2),
        make("Art", "Calligraphy scroll", "书法卷轴", "Rouleau calligraphié", "王 李", 9_900...459_900, 1),
        make("Instruments", "Violin", "小提琴", "Violín de estudio", "Stentor Yamaha 敖杰", 19_900...549_900, 40),
        make("Instruments", "Digital piano", "电钢琴", "Piano numérique", "Yamaha Roland Kawai", 49_900...399_900, 95),
        make("Sports", "Bicycle", "自行车", "Vélo de randonnée", "Giant Trek 凤凰", 24_900...459_900, 88),
        make("Sports", "Tent", "帐篷", "Zelt für Übernachtung", "Hilleberg Fjällräven", 12_900...109_900, 6),
        make("Books", "Atlas", "世界地图集", "Atlas für Schüler", "Westermann 中国地图", 1_900...12_900, 30),
        make("Clothing", "Winter coat", "羽绒服", "Manteau d’été et d’hiver", "Patagonia 波司登", 8_900...89_900, 2),
        make("Garden", "Lawn mower", "割草机", "Rasenmäher", "Husqvarna Gardena", 14_900...219_900, 90),
    ]

    private static func make(
        _ category: String, _ english: String, _ chinese: String, _ accented: String, _ makers: String,
        _ price: ClosedRange<Int>, _ serials: Int
    ) -> Product {
        Product(
            category: category, english: english, chinese: chinese, accented: accented,
            makers: makers.split(separator: " ").map(String.init), price: price, serials: serials)
    }

    static let locations = [
        "Home / Living Room", "Home / Living Room / Cabinet", "Home / Kitchen", "Home / Kitchen / Pantry",
        "Home / Bedroom", "Home / Bedroom / Wardrobe", "Home / Office", "Home / Office / Desk",
        "Home / Office / Desk / Drawer 2", "Home / 书房", "Home / 书房 / 书柜", "Home / Salle à manger", "Home / Hallway",
        "Attic", "Attic / Trunk", "Cellar / Wine rack", "Garage", "Garage / Shelf 3", "Storage Unit 14", "Summer House",
        "Summer House / Gästezimmer",
    ]
    static let tags = ["insured", "gift", "heirloom", "fragile", "lent out", "to sell", "high value", "易碎", "été"]
    static let conditions = ["new", "very good", "good", "worn", "needs repair", "旧"]
    static let colours = ["black", "white", "oak", "bleu marine", "dunkelgrün", "红"]
    static let distinguishingMarks = [
        "a scratch on the left side", "initials engraved below: Z. B.", "one foot replaced", "底部有刻字",
        "a dent in the lid",
    ]
    static let shops = [
        "Amazon", "京东", "Galeries Lafayette", "MediaMarkt", "IKEA", "a flea market", "Müller & Söhne", "B&H Photo",
        "淘宝", "El Corte Inglés", "eBay", "the maker",
    ]
    static let buyers = ["a neighbour", "李明", "Zoë Brontë", "eBay buyer", "the church fête", "José"]
    static let adjectives = ["", "", "", " (old)", " (spare)", " Mk II", " XL", " <display model>", " & case"]
    static let notes = [
        "Bought on sale; the receipt is in the folder.", "Box says <fragile> & \"this side up\".",
        "Manual at C:\\docs\\manual.pdf\nKeep the box.", "5\" × 7\" frame, <b>not</b> bold.",
        "发票在文件夹里。", "Réparé en été 2023, garantie prolongée.", "A ]]> B, {{not a template}}, 100% wool.",
        "Scratch on the left side,\nsee photo.", "O’Brien said: 'handle with care'", "Serial is under the foot ☂.",
    ]
    static let descriptions = [
        "In daily use.", "Kept in its box.", "Inherited from grandmother.", "Part of a set.", "搬家时买的。",
        "Für die ganze Familie.", "Black, with cover & cable.", "One of a pair; the other is lent out.",
    ]
    static let fieldNames = ["Colour", "Receipt", "Shelf", "Batteries", "颜色", "Größe"]
    static let fieldValues = ["black", "white", "R-1042", "2 × AA", "红色", "XL", "\"gold\"", "A < B"]
    static let warranties = ["parts and labour", "carry-in", "on site, next day", "全国联保"]
    static let quantities: [Int64] = [500_000, 1_500_000, 2_250_000, 750_000, 12_500_000]
}
