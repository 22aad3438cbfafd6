import Foundation
import Localization
import Testing

@testable import XMLValidation

enum TestSchema {
    static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Templates/schema/inventory-1.xsd").path

    static func compile() throws -> XMLSchema {
        try [UInt8](Data(contentsOf: URL(filePath: path))).withUnsafeBytes { try XMLSchema($0) }
    }
}

/// The schema of this program's documents, compiled once for all tests.
let inventorySchema = try? TestSchema.compile()

/// A document with every element and attribute of the schema.
let fullDocument = """
    <?xml version="1.0" encoding="UTF-8"?>
    <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" \
    generator="homepwner 0.1.0" asOf="2026-11-21">
    <owner>
    <name>Ann O’Neil</name>
    <address>1 Main Street
    Springfield</address>
    <insurer>Mutual</insurer>
    <policyNumber>P-1</policyNumber>
    </owner>
    <selection sort="value" groupBy="location">location:Home value:&gt;=5USD</selection>
    <summary items="2" units="3.5" archived="1" archivedIncluded="true" withoutValue="1" withoutSerialNumber="1">
    <total currency="USD">24.68</total>
    <total currency="JPY">-300</total>
    <group by="location" name="Home" items="1" units="2"><total currency="USD">24.68</total></group>
    <group by="location" items="1" units="1.5"/>
    </summary>
    <items>
    <item id="2f1c3a52-7b7e-4b58-9d3b-0c6f0e1a9b11" line="1">
    <name>Fluffy &amp; Shiny 熊</name>
    <serialNumber>0A0A0</serialNumber>
    <quantity>2</quantity>
    <value currency="USD">12.34</value>
    <lineValue currency="USD">24.68</lineValue>
    <dateCreated>2014-05-01T09:30:00.123Z</dateCreated>
    <location>Home / Office</location>
    <category>Toys</category>
    <tags><tag>soft</tag><tag>gift</tag></tags>
    <assetIdentifier>000-001</assetIdentifier>
    <url>https://example.org/?a=1&amp;b=2</url>
    <parent>2F1C3A52-7B7E-4B58-9D3B-0C6F0E1A9B12</parent>
    <manufacturer>M</manufacturer>
    <modelNumber>1</modelNumber>
    <description>d</description>
    <notes>n</notes>
    <condition>good</condition>
    <purchase><date>2014-05-01</date><place>Shop</place><price currency="USD">10.00</price>\
    <receiptNumber>R1</receiptNumber></purchase>
    <replacementValue currency="USD">20.00</replacementValue>
    <depreciation>12.5</depreciation>
    <warranty><expires>2020-01-01</expires><lifetime>false</lifetime><details>none</details></warranty>
    <insured>true</insured>
    <archived>true</archived>
    <sale><date>2020-01-02</date><price currency="USD">5.00</price><to>Bob</to><notes>cash</notes></sale>
    <customFields><field name="Colour">red</field></customFields>
    <externalReference>HB-1</externalReference>
    </item>
    <item id="2f1c3a52-7b7e-4b58-9d3b-0c6f0e1a9b12"><name/><quantity>1.5</quantity>\
    <dateCreated>2014-05-01T09:30:00Z</dateCreated></item>
    </items>
    </inventory>

    """

extension XMLStreamValidator {
    /// Validates a whole document, fed in chunks of a size.
    static func report(
        on document: [UInt8], chunk: Int = 4096, limits: XMLLimits = XMLLimits(),
        observer: (any XMLElementObserver)? = nil
    ) throws -> XMLValidationReport {
        let validator = try XMLStreamValidator(
            schema: #require(inventorySchema), limits: limits, observer: observer)
        for start in stride(from: 0, to: document.count, by: chunk) {
            validator.write(document[start..<min(start + chunk, document.count)].span)
        }
        return validator.finish()
    }
}

extension ShardedXMLValidator {
    /// Validates a whole document; a valid one gives an empty report.
    static func report(
        on document: [UInt8], jobs: Int, chunk: Int = 50_000, limits: XMLLimits = XMLLimits()
    ) throws -> XMLValidationReport {
        let validator = ShardedXMLValidator(schema: try #require(inventorySchema), jobs: jobs, limits: limits)
        do {
            for start in stride(from: 0, to: document.count, by: chunk) {
                try validator.write(document[start..<min(start + chunk, document.count)].span)
            }
            try validator.finish()
            return XMLValidationReport(diagnostics: [], omittedCount: 0)
        } catch XMLValidationError.documentInvalid(let report) {
            return report
        }
    }
}

extension XMLValidationReport {
    /// The report in English.
    var text: String { MessageCatalogue.english.text(message) }
}

extension XMLDiagnostic {
    /// The problem in English.
    var text: String { MessageCatalogue.english.text(problem.message) }
}
