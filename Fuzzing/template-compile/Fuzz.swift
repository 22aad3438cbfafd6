import Templating

/// Compiles any bytes as a template of any format, with and without a declared context.
///
/// The first byte picks the format; the rest is the template. Partials are cut from it at `\0`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let first = bytes.first else { return 0 }
    let type = ContentType.allCases[Int(first & 7) % ContentType.allCases.count]
    let texts = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    let names = ["main", "a", "b", "c"]
    let library = TemplateLibrary(names: names) { name in
        names.firstIndex(of: name).flatMap { $0 < texts.count ? texts[$0] : nil }
    }
    let item = ContextDeclaration([("name", .text), ("value", .number)])
    let context = ContextDeclaration([
        ("a", .text), ("n", .number), ("f", .flag), ("m", .markup), ("u", .trustedURL), ("r", .record(item)),
        ("l", .list(item)), ("s", .stream(item)),
    ])
    let options = TemplateOptions(contentType: type, isTrusting: first & 0x80 != 0, limits: .untrusted)
    do {
        _ = try Template(named: "main", in: library, context: first & 0x40 == 0 ? nil : context, options: options)
    } catch {
        precondition(!error.diagnostics.isEmpty && !error.description.isEmpty)
    }
    return 0
}
