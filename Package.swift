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
        .executable(name: "homepwner-bench", targets: ["homepwner-bench"]),
        .library(name: "Templating", targets: ["Templating"]),
    ],
    targets: [
        // C libraries
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(name: "EmbeddedAssets"),

        // Modules, from the ground up
        module("InventoryModel"),
        module("FileOutput"),
        module("Templating"),
        module("XMLValidation", ["CXML2"]),
        module("InventoryStore", ["InventoryModel", "CSQLite"]),
        module("Interchange", ["InventoryModel", "CXML2"]),
        module(
            "Reporting",
            ["InventoryModel", "InventoryStore", "Templating", "XMLValidation", "FileOutput", "EmbeddedAssets"]),
        module(
            "Publishing",
            ["InventoryModel", "InventoryStore", "Templating", "Reporting", "FileOutput", "EmbeddedAssets"]),
        module("Companion", ["InventoryModel", "InventoryStore", "Templating", "EmbeddedAssets", "CMicroHTTPD"]),
        .executableTarget(
            name: "homepwner",
            dependencies: [
                "InventoryModel", "InventoryStore", "Interchange", "Templating", "XMLValidation", "Reporting",
                "Publishing", "Companion", "FileOutput", "EmbeddedAssets",
            ],
            swiftSettings: strict),
        .executableTarget(name: "homepwner-bench", dependencies: ["Templating"], swiftSettings: strict),

        // Tests mirror the modules
        tests("InventoryModel", ["InventoryModel"]),
        tests("FileOutput", ["FileOutput"]),
        tests("Templating", ["Templating"]),
        tests("XMLValidation", ["XMLValidation", "EmbeddedAssets"]),
        tests("InventoryStore", ["InventoryStore", "InventoryModel"]),
        tests("Interchange", ["Interchange", "InventoryModel"]),
        tests("Reporting", ["Reporting", "XMLValidation", "InventoryModel", "InventoryStore", "Interchange", "EmbeddedAssets"]),
        tests("Publishing", ["Publishing", "Reporting", "InventoryModel", "InventoryStore", "EmbeddedAssets"]),
        tests("Companion", ["Companion", "InventoryModel", "InventoryStore", "EmbeddedAssets"]),
        tests("CommandLine", ["homepwner"]),
    ],
    swiftLanguageModes: [.v6]
)
