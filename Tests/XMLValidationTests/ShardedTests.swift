import Testing

@testable import XMLValidation

/// A document of many items, of a few hundred bytes each, on one line or several.
private func manyItems(
    _ count: Int, faultAt faulty: Set<Int> = [], linesPerItem: Int = 1, beginning: String? = nil, end: String? = nil
) -> [UInt8] {
    let separator = linesPerItem > 1 ? "\n" : ""
    var text =
        beginning ?? """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- <item> is meant below -->
            <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="a > b">
            <summary items="\(count)"/>
            <items>

            """
    let note = String(repeating: "&amp; text ", count: 20)
    for index in 0..<count {
        let id = String(index, radix: 16)
        text += """
            <item id="\(String(repeating: "0", count: 8 - id.count))\(id)-7b7e-4b58-9d3b-0c6f0e1a9b11"><name>\(index)\
            </name>\(separator)<quantity>\(faulty.contains(index) ? "many" : "1")</quantity>\(separator)\
            <dateCreated>2014-05-01T09:30:00Z</dateCreated><notes>\(note)</notes></item>\n
            """
    }
    text += end ?? "</items>\n</inventory>\n"
    return Array(text.utf8)
}

@Suite("Validation in shards")
struct ShardedTests {
    @Test("a long document is valid in any number of jobs and chunk sizes", arguments: [1, 2, 3, 8], [1 << 20, 4096])
    func valid(jobs: Int, chunk: Int) throws {
        #expect(try ShardedXMLValidator.report(on: manyItems(6000), jobs: jobs, chunk: chunk).isValid)
    }

    @Test("a fault has the line and column a whole parse gives it", arguments: [0, 1, 2999, 5998, 5999], [1, 4])
    func trueLines(faulty: Int, jobs: Int) throws {
        for lines in [1, 3] {
            let document = manyItems(6000, faultAt: [faulty], linesPerItem: lines)
            let whole = try XMLStreamValidator.report(on: document)
            let sharded = try ShardedXMLValidator.report(on: document, jobs: jobs)
            #expect(sharded == whole)
            #expect(sharded.diagnostics.count == 1)
        }
    }

    @Test("the first of several faults is reported, whichever thread is faster")
    func firstFault() throws {
        let document = manyItems(9000, faultAt: [1500, 4000, 8999])
        for _ in 0..<5 {
            let report = try ShardedXMLValidator.report(on: document, jobs: 4)
            #expect(report.diagnostics.first?.line == 1500 + 6)
        }
    }

    @Test("a fault in the repeated beginning is reported once, at its location")
    func faultyBeginning() throws {
        let beginning = """
            <inventory xmlns="urn:homepwner:inventory:1" version="3" generated="2026-11-21T10:00:00Z" generator="x">
            <summary items="1"/><items>
            """
        let document = manyItems(6000, beginning: beginning)
        let report = try ShardedXMLValidator.report(on: document, jobs: 3)
        #expect(report.diagnostics.map(\.line) == [1])
        #expect(report.diagnostics.map(\.rule) == ["cvc-enumeration-valid"])
    }

    @Test("items that begin on the line of their parent keep their true places", arguments: [0, 5999])
    func besideBeginning(faulty: Int) throws {
        let beginning = """
            <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="x">
            <summary items="1"/><items>
            """
        let document = manyItems(6000, faultAt: [faulty], beginning: beginning)
        #expect(try ShardedXMLValidator.report(on: document, jobs: 2) == XMLStreamValidator.report(on: document))
    }

    @Test(
        "an end that is missing or wrong is found",
        arguments: ["", "</items>\n", "</items><items/></inventory>\n", "</items></inventory>\nmore"])
    func end(_ end: String) throws {
        let document = manyItems(6000, end: end)
        let sharded = try ShardedXMLValidator.report(on: document, jobs: 2)
        let whole = try XMLStreamValidator.report(on: document)
        #expect(!sharded.isValid)
        #expect(sharded.diagnostics.first?.rule == whole.diagnostics.first?.rule)
        // At the end of the input the two ways of parsing are a line break apart.
        let difference = try #require(sharded.diagnostics.first).line - (try #require(whole.diagnostics.first).line)
        #expect(abs(difference) <= 1)
    }

    @Test("a fault stops the writing long before the end")
    func stopsEarly() throws {
        let document = manyItems(20_000, faultAt: [10])
        let validator = ShardedXMLValidator(schema: try #require(inventorySchema), jobs: 2)
        var written = 0
        #expect(throws: XMLValidationError.self) {
            while written < document.count {
                let next = min(written + 65536, document.count)
                try validator.write(document[written..<next].span)
                written = next
            }
        }
        #expect(written < document.count)
    }

    @Test("a beginning too long to be repeated is validated in one piece", arguments: [false, true])
    func longBeginning(isFaulty: Bool) throws {
        var beginning = """
            <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="x">
            <summary items="1">

            """
        for index in 0..<6000 {
            beginning += "<group by=\"location\" name=\"Room number \(index)\" items=\"1\" units=\"1\"/>\n"
        }
        beginning += "</summary>\n<items>\n"
        let document = manyItems(2000, faultAt: isFaulty ? [1999] : [], beginning: beginning)
        let report = try ShardedXMLValidator.report(on: document, jobs: 2)
        #expect(report.diagnostics.map(\.line) == (isFaulty ? [6000 + 4 + 1999 + 1] : []))
    }

    @Test("a validator that is released early ends its threads")
    func abandoned() throws {
        let document = manyItems(6000)
        for _ in 0..<3 {
            let validator = ShardedXMLValidator(schema: try #require(inventorySchema), jobs: 3)
            let most = document.dropLast(100_000)
            try validator.write(most.span)
        }
    }

    @Test("many documents at once share one schema")
    func concurrentDocuments() async throws {
        let document = manyItems(3000)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { try ShardedXMLValidator.report(on: document, jobs: 2).isValid }
            }
            for try await isValid in group {
                #expect(isValid)
            }
        }
    }
}
