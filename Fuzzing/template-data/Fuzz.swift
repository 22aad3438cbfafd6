import Templating

/// Reads any bytes as a template and, after `\0`, as the JSON data it is rendered from.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let end = bytes.firstIndex(of: 0) else { return 0 }
    let source = String(decoding: bytes[..<end], as: UTF8.self)
    guard let data = try? TemplateValue(json: bytes[(end + 1)...]) else { return 0 }
    var limits = TemplateLimits.untrusted
    limits.outputSize = 1 << 20
    limits.steps = 1 << 14
    let library = TemplateLibrary(["self": source, "row": "{{name}}"])
    for isTrusting in [false, true] {
        let options = TemplateOptions(isTrusting: isTrusting, limits: limits)
        _ = try? Template(source, library: library, options: options).render(data)
        _ = try? Template(source, checkedAgainst: data, library: library, options: options).render(data)
    }
    return 0
}
