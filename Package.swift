// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of modules that do not run for each item: their machine code is small rather than fast. Two threads write
/// it: several of these modules wait for one another. The other modules stay in one piece, in which all is inlined.
let small: [SwiftSetting] =
    strict + [.unsafeFlags(["-Osize", "-num-threads", "2"], .when(configuration: .release))]

/// The settings of small modules at the bottom that every test goes through: optimized in the debug build, too.
let optimized: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A Swift target in the folder that says what it is part of: `Sources/Storage/InventoryStore`.
func module(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = strict,
    libraries: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", swiftSettings: settings,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func program(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = small
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

func systemLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func cModule(_ name: String, _ dependencies: [Target.Dependency] = [], libraries: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/CLibraries/\(name)",
        cSettings: [
            // Calls with sizes that the compiler can tell are checked (glibc, feature_test_macros(7)).
            .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
            // The tests use the debug build, in which pictures and barcodes would take five times as long.
            .unsafeFlags(["-O2"], .when(configuration: .debug)),
        ],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "homepwner",
    products: [
        .executable(name: "homepwner", targets: ["homepwner-main"]),
        .executable(name: "homepwner-server", targets: ["homepwner-server"]),
        .executable(name: "homepwner-images", targets: ["homepwner-images"]),
        .executable(name: "homepwner-bench", targets: ["homepwner-bench"]),
        .library(name: "Templating", targets: ["Templating"]),
    ],
    targets: [
        // C libraries
        systemLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        systemLibrary("CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        systemLibrary("CXML2", pkgConfig: "libxml-2.0", package: "libxml2-dev"),
        systemLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        // GLib's flags are all that libvips needs; its own include some that SwiftPM warns about.
        systemLibrary("CVips", pkgConfig: "gobject-2.0", package: "libvips-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        // The modules CQREncode, CXLSX, CZip and CZlib, whose headers need no flags.
        .systemLibrary(
            name: "CFormats", path: "Sources/CLibraries/CFormats",
            providers: [.apt(["libqrencode-dev", "libxlsxwriter-dev", "libzip-dev", "zlib1g-dev"])]),
        cModule("CImages", ["CSupport", "CVips"], libraries: ["vips", "lcms2", "gmodule-2.0", "ZXing"]),
        // The files of Templates/, Site/ and Sample/ and a part of ICU's data, carried inside the program.
        .target(
            name: "EmbeddedAssets", path: "Sources/CLibraries/EmbeddedAssets",
            cSettings: Context.environment["HOMEPWNER_ICU_DATA"].map {
                [.define("HOMEPWNER_ICU_DATA", to: "\"\($0)\"")]
            }),
        // System calls and GNU functions that Swift's Glibc module does not import, and vector instructions.
        cModule("CSupport"),
        cModule("CXMLEvents", ["CXML2"]),

        // Support
        module("Message", in: "Support", [], small),
        module("JSON", in: "Support", ["Message"], optimized),
        module("Localization", in: "Support", ["Message", "EmbeddedAssets", "JSON"], small),
        module("Files", in: "Support", ["Message", "CSupport", "CCrypto", "CFormats"], optimized),

        // Model
        module("Inventory", in: "Model", ["Message", "JSON"], optimized),

        // Storage
        module("Database", in: "Storage", ["CSQLite"]),
        module("PostgreSQLDriver", in: "Storage", ["Database", "Files", "CPostgreSQL"]),
        // ICU, which Foundation brings along, sorts texts.
        module(
            "InventoryStore", in: "Storage", ["Message", "Inventory", "Database", "JSON", "Files"],
            libraries: ["_FoundationICU"]),
        module("ImageExchange", in: "Storage"),
        module(
            "Attachments", in: "Storage",
            ["Message", "Inventory", "InventoryStore", "Files", "ImageExchange"], small),

        // Formats
        module(
            "InventoryFormats", in: "Formats",
            [
                "Message", "Inventory", "JSON", "Files", "Spreadsheets", "CSupport", "CXML2", "CXMLEvents",
                "EmbeddedAssets",
            ]),
        module("Spreadsheets", in: "Formats", ["Message", "Inventory", "Files", "CXML2", "CXMLEvents"]),
        module("XMLValidation", in: "Formats", ["Message", "CXML2", "CXMLEvents", "Files"]),

        // Documents
        module("Templating", in: "Documents", ["JSON", "CSupport"]),
        module("Delivery", in: "Documents", ["Message", "Inventory", "Files", "CCrypto"], small),
        module(
            "Reports", in: "Documents",
            [
                "Message", "Inventory", "InventoryStore", "Attachments", "ImageExchange", "Templating", "XMLValidation",
                "Files", "JSON", "Localization", "Delivery", "Spreadsheets", "CSupport", "CFormats", "CXML2",
            ]),

        // Web
        module(
            "SiteGenerator", in: "Web",
            [
                "Message", "Inventory", "InventoryStore", "Attachments", "ImageExchange", "Database", "Templating",
                "Reports", "Files", "JSON", "Localization",
            ]),
        module("HTTPServer", in: "Web", ["Message", "Files", "CCrypto", "CMicroHTTPD", "CFormats"]),
        module(
            "InventoryServer", in: "Web",
            [
                "Inventory", "InventoryStore", "Attachments", "InventoryFormats", "Templating", "Reports",
                "SiteGenerator", "HTTPServer", "Files", "ImageExchange", "JSON", "Localization", "Message", "CCrypto",
            ], small),

        // Programs
        // All commands: a library, as two programs run them.
        module(
            "homepwner", in: "Programs",
            [
                "Inventory", "InventoryStore", "InventoryFormats", "Templating", "XMLValidation", "Reports", "Files",
                "JSON", "Localization", "Attachments", "ImageExchange", "SiteGenerator", "HTTPServer",
                "InventoryServer", "Delivery", "Message", "CSupport",
            ], small),
        program("homepwner-main", in: "Sources/Programs", ["homepwner"]),
        // The only program that links libpq.
        program(
            "homepwner-server", in: "Sources/Programs", ["homepwner", "InventoryStore", "PostgreSQLDriver"]),
        // Decodes pictures and reads barcodes in a process of its own; the only program that links libvips and ZXing-C++.
        program("homepwner-images", in: "Sources/Programs", ["ImageExchange", "CImages", "CSupport"]),
        program("homepwner-bench", in: "Benchmarks", ["Templating", "Spreadsheets"], strict),

        // Tests
        // What the tests of several modules use.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        tests("Inventory", ["Inventory", "Localization", "Message"]),
        tests("Localization", ["Localization", "Message"]),
        tests("Files", ["Files", "Localization"]),
        tests("Delivery", ["Delivery", "Files", "Inventory", "Localization", "Message", "TestSupport"]),
        tests("Templating", ["Templating", "TestSupport"]),
        tests("Spreadsheets", ["Spreadsheets", "Files", "Localization"]),
        tests("XMLValidation", ["XMLValidation", "EmbeddedAssets", "Files", "Localization", "TestSupport"]),
        tests("Driver", ["Database", "PostgreSQLDriver"]),
        tests(
            "InventoryStore",
            [
                "InventoryStore", "Database", "PostgreSQLDriver", "Inventory", "Files", "Localization",
            ]),
        tests("JSON", ["JSON", "Localization"]),
        tests(
            "InventoryFormats",
            [
                "InventoryFormats", "Spreadsheets", "Inventory", "JSON", "Localization", "Message",
                "TestSupport",
            ]),
        tests(
            "Reports",
            [
                "Reports", "Message", "XMLValidation", "Inventory", "InventoryStore", "Attachments", "ImageExchange",
                "InventoryFormats", "Delivery", "Localization", "Files", "TestSupport",
            ]),
        tests(
            "SiteGenerator",
            [
                "SiteGenerator", "Reports", "Inventory", "InventoryStore", "Attachments", "ImageExchange",
                "Localization", "Files", "Message", "TestSupport",
            ]),
        tests("HTTPServer", ["HTTPServer", "TestSupport"]),
        tests(
            "InventoryServer",
            [
                "InventoryServer", "HTTPServer", "SiteGenerator", "Attachments", "Reports", "Inventory",
                "InventoryStore", "InventoryFormats", "JSON", "Localization", "Files", "TestSupport",
                "homepwner-images",
            ]),
        tests("CommandLine", ["homepwner", "Inventory", "Localization", "Message"]),
        tests("ImageExchange", ["ImageExchange"]),
        tests(
            "Attachments",
            [
                "Attachments", "Files", "ImageExchange", "Inventory", "InventoryStore", "Localization",
                "homepwner-images",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// HOMEPWNER_TESTS=Reports,Files leaves the tests of all other modules out, so that nothing they need is built and linked.
if let chosen = Context.environment["HOMEPWNER_TESTS"] {
    let names = Set(chosen.split(separator: ",").map { "\($0)Tests" })
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// The fuzzer, built in a scratch path of its own: HOMEPWNER_FUZZ=1 swift build --scratch-path .build/fuzz.
// The flags stand here, since the order of `--sanitize` options is not kept and decides whether coverage is counted.
if Context.environment["HOMEPWNER_FUZZ"] != nil {
    let sanitize = ["-sanitize=address,fuzzer"]
    let fuzzed = [
        "Templating", "Inventory", "InventoryFormats", "InventoryServer", "JSON", "Files", "Attachments", "Delivery",
        "HTTPServer", "ImageExchange", "Spreadsheets", "XMLValidation",
    ]
    for target in package.targets where fuzzed.contains(target.name) {
        target.swiftSettings = strict + [.unsafeFlags(sanitize)]
    }
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: (fuzzed + ["CCrypto", "CImages", "InventoryStore", "Localization", "Message", "Reports"])
                .map { .byName(name: $0) },
            path: "Fuzzing", exclude: ["seeds"],
            swiftSettings: strict + [.unsafeFlags(sanitize + ["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(sanitize)]))
}
