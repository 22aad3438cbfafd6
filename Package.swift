// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "homepwner",
    products: [
        .executable(name: "homepwner", targets: ["homepwner"]),
        .executable(name: "homepwner-images", targets: ["homepwner-images"]),
        .executable(name: "homepwner-bench", targets: ["homepwner-bench"]),
        .library(name: "Templating", targets: ["Templating"]),
    ],
    targets: [
        // C libraries
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        // GLib's flags are all that libvips needs; its own name some that SwiftPM warns about.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CXLSX", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .target(
            name: "CImages", dependencies: ["CVips"],
            linkerSettings: [.linkedLibrary("vips"), .linkedLibrary("lcms2"), .linkedLibrary("gmodule-2.0")]),
        .target(name: "EmbeddedAssets"),
        .target(name: "CFileFlush"),
        .target(name: "CByteSearch"),
        .target(name: "CMarkupScan"),
        .target(name: "CXMLMemory", dependencies: ["CXML2"]),
        .target(name: "CXMLEvents", dependencies: ["CXML2"]),
        // Starts programs of others behind limits and without a network.
        .target(name: "CProcess"),
        // Has workbooks packed quickly.
        .target(name: "CPacking"),

        // Modules, from the ground up
        module("Assets", ["EmbeddedAssets"]),
        module("ByteSearch", ["CByteSearch"]),
        module("JSONSyntax"),
        module("Threading"),
        module("Wording", ["Assets", "JSONSyntax", "ByteSearch"]),
        module("InventoryModel", ["Wording"]),
        module("FileOutput", ["Wording", "CFileFlush"]),
        module("Templating", ["JSONSyntax", "CMarkupScan"]),
        module("Spreadsheets", ["CXLSX", "CPacking", "FileOutput", "Wording"]),
        module("XMLValidation", ["CXML2", "CXMLEvents", "CXMLMemory", "Threading"]),
        module("Archives", ["FileOutput", "Wording", "CZip"]),
        module("Proof", ["InventoryModel", "FileOutput", "Archives", "Wording", "CCrypto"]),
        module("InventoryStore", ["InventoryModel", "JSONSyntax", "FileOutput", "Wording", "CSQLite"]),
        module("Interchange", ["InventoryModel", "JSONSyntax", "Wording", "CXML2"]),
        module(
            "Reporting",
            [
                "InventoryModel", "InventoryStore", "Templating", "XMLValidation", "FileOutput", "Wording", "Assets",
                "ByteSearch", "CProcess", "CQREncode", "Proof", "Spreadsheets", "Archives",
            ]),
        module(
            "Publishing",
            [
                "InventoryModel", "InventoryStore", "Templating", "Reporting", "FileOutput", "JSONSyntax", "Wording",
                "Assets", "CCrypto", "ByteSearch",
            ]),
        module(
            "Companion",
            [
                "InventoryModel", "InventoryStore", "Templating", "FileOutput", "JSONSyntax", "Wording", "Assets",
                "Threading", "CMicroHTTPD", "CCrypto",
            ]),
        module("ImageExchange"),
        module("Photos", ["InventoryModel", "InventoryStore", "FileOutput", "ImageExchange", "Wording", "CCrypto"]),
        // Decodes pictures in a process of its own; the only program that links libvips.
        .executableTarget(
            name: "homepwner-images", dependencies: ["ImageExchange", "CImages"], swiftSettings: strict),
        .executableTarget(
            name: "homepwner",
            dependencies: [
                "InventoryModel", "InventoryStore", "Interchange", "Templating", "XMLValidation", "Reporting",
                "FileOutput", "JSONSyntax", "Wording", "Photos", "ImageExchange", "Publishing", "Companion", "Proof",
                "CProcess",
            ],
            swiftSettings: strict),
        .executableTarget(name: "homepwner-bench", dependencies: ["Templating"], swiftSettings: strict),

        // Tests mirror the modules
        tests("InventoryModel", ["InventoryModel"]),
        tests("Wording", ["Wording", "Assets"]),
        tests("FileOutput", ["FileOutput"]),
        tests("Archives", ["Archives"]),
        tests("Proof", ["Proof", "Archives"]),
        tests("Templating", ["Templating"]),
        tests("XMLValidation", ["XMLValidation", "EmbeddedAssets", "Threading"]),
        tests("InventoryStore", ["InventoryStore", "InventoryModel", "FileOutput"]),
        tests("JSONSyntax", ["JSONSyntax"]),
        tests("Threading", ["Threading"]),
        tests("Interchange", ["Interchange", "InventoryModel"]),
        tests(
            "Reporting",
            ["Reporting", "XMLValidation", "InventoryModel", "InventoryStore", "Interchange", "Wording", "Assets"]),
        tests("Publishing", ["Publishing", "Reporting", "InventoryModel", "InventoryStore", "Wording", "Assets"]),
        tests("Companion", ["Companion", "InventoryModel", "InventoryStore", "Wording", "Assets", "Threading"]),
        tests("CommandLine", ["homepwner", "Wording"]),
        tests("ImageExchange", ["ImageExchange"]),
        tests("Photos", ["Photos", "ImageExchange", "InventoryModel", "InventoryStore", "homepwner-images"]),
    ],
    swiftLanguageModes: [.v6]
)

// Fuzzing targets, built in a scratch path of their own: HOMEPWNER_FUZZ=1 swift build --scratch-path .build/fuzz.
// The flags stand here, since the order of `--sanitize` options is not kept and decides whether coverage is counted.
if Context.environment["HOMEPWNER_FUZZ"] != nil {
    let sanitize = ["-sanitize=address,fuzzer"]
    for target in package.targets where target.name == "Templating" {
        target.swiftSettings = strict + [.unsafeFlags(sanitize)]
    }
    for name in ["template-compile", "template-data", "template-render"] {
        package.targets.append(
            .executableTarget(
                name: "fuzz-\(name)", dependencies: ["Templating"], path: "Fuzzing/\(name)",
                swiftSettings: strict + [.unsafeFlags(sanitize + ["-parse-as-library"])],
                linkerSettings: [.unsafeFlags(sanitize)]))
    }
}
