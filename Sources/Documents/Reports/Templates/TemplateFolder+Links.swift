extension TemplateFolder {
    /// Where a report's templates write a link to an address: file and line of the one that begins most like it; the
    /// report's template where none does.
    func place(of address: String, in report: String) -> String {
        let main = template(of: report, as: .pdf) ?? report
        var best: (place: String, likeness: Int) = (file(main)?.name ?? main, 0)
        for file in templates(of: report) {
            for (number, line) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let text = String(decoding: line, as: UTF8.self)
                for link in text.ranges(of: JPEGHeader.mark) {
                    // What is not written out, as a line's number, may be anything.
                    let same = zip(text[link.upperBound...], address).prefix { $0 == $1 }.count
                    if same + 1 > best.likeness { best = ("\(file.name):\(number + 1)", same + 1) }
                }
            }
        }
        return best.place
    }
}
