import Foundation
import TestSupport
import Testing

@testable import XMLValidation

/// Where `xmllint` is installed, a second opinion on every document.
enum XMLLint {
    static let path = ["/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static let missing = Comment("xmllint is not installed (Debian: libxml2-utils); its opinion is not asked")

    static func accepts(_ document: [UInt8]) throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xml")
        try Data(document).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["--noout", "--nonet", "--schema", TestSchema.path, file.path]
        return try runProgram(try #require(path), arguments: arguments).succeeded
    }
}

enum Recorded {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/XMLValidation/messages.txt")
    /// libxml2's part of the words differs among its versions.
    static let isSameLibrary = XMLLibrary.version == "2.9.14"
    static let otherLibrary = Comment("the words were recorded with libxml2 2.9.14, this is \(XMLLibrary.version)")
}

@Suite("Damaged documents")
struct DamageTests {
    @Test("a harmless change stays valid", arguments: harmlessChanges)
    func harmless(_ change: Damage) throws {
        #expect(try XMLStreamValidator.report(on: change.bytes).isValid)
        #expect(try ShardedXMLValidator.report(on: change.bytes, jobs: 1).isValid)
    }

    @Test("a damaged document is refused by the rule it breaks", arguments: damages + refusals)
    func damaged(_ damage: Damage) throws {
        #expect(damage.bytes != Array(fullDocument.utf8), "the damage did nothing")
        let report = try XMLStreamValidator.report(on: damage.bytes)
        #expect(report.diagnostics.first?.rule == damage.rule, "\(report)")
    }

    @Test("cutting the input anywhere changes no finding", arguments: damages + refusals)
    func chunks(_ damage: Damage) throws {
        let whole = try XMLStreamValidator.report(on: damage.bytes, chunk: 1 << 20)
        let crumbs = try XMLStreamValidator.report(on: damage.bytes, chunk: 7)
        #expect(crumbs.diagnostics.first?.rule == whole.diagnostics.first?.rule)
        #expect(crumbs.diagnostics.first?.line == whole.diagnostics.first?.line)
    }

    @Test("the sharded validator finds what the streaming one finds", arguments: damages + refusals)
    func sharded(_ damage: Damage) throws {
        let stream = try XMLStreamValidator.report(on: damage.bytes)
        let sharded = try ShardedXMLValidator.report(on: damage.bytes, jobs: 1)
        #expect(sharded.diagnostics.first?.rule == stream.diagnostics.first?.rule, "\(sharded)")
        #expect(sharded.diagnostics.first?.line == stream.diagnostics.first?.line, "\(sharded)")
    }

    @Test(
        "xmllint agrees on every document", .enabled(if: XMLLint.path != nil, XMLLint.missing),
        arguments: harmlessChanges + damages)
    func agreement(_ damage: Damage) throws {
        #expect(try XMLLint.accepts(damage.bytes) == XMLStreamValidator.report(on: damage.bytes).isValid)
    }

    /// `RECORD=1` writes the file anew; read the difference before it is committed.
    @Test("every message reads as recorded", .enabled(if: Recorded.isSameLibrary, Recorded.otherLibrary))
    func messages() throws {
        let found = try (damages + refusals).map { damage in
            try "\(damage.name)\n\(XMLStreamValidator.report(on: damage.bytes).text)\n"
        }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(found.joined(separator: "\n").utf8).write(to: Recorded.file)
        }
        let recorded = try String(decoding: Data(contentsOf: Recorded.file), as: UTF8.self)
        #expect(found.joined(separator: "\n") == recorded)
    }

    @Test("every message is one line with a remedy", arguments: damages + refusals)
    func wording(_ damage: Damage) throws {
        for diagnostic in try XMLStreamValidator.report(on: damage.bytes).diagnostics {
            #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
            #expect(!diagnostic.text.contains("\n") && !diagnostic.text.contains("{urn:homepwner:inventory:1}"))
            #expect(diagnostic.text.contains("; "))
        }
    }
}
