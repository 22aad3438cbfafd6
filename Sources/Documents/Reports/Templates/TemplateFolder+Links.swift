extension TemplateFolder {
    /// The file and line in which a report's templates write a link to an address: that of the most similar
    /// beginning; the report's template if none is similar.
    func place(of address: String, in report: String) -> String {
        let main = (try? template(of: report, as: .pdf)) ?? report
        var best: (place: String, likeness: Int) = ((try? file(main))?.name ?? main, 0)
        for file in templates(of: report) {
            for (number, line) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let text = String(decoding: line, as: UTF8.self)
                for link in text.ranges(of: JPEGHeader.mark) {
                    // An expression in the address, such as a line's number, can match anything.
                    let same = zip(text[link.upperBound...], address).prefix { $0 == $1 }.count
                    if same + 1 > best.likeness { best = ("\(file.name):\(number + 1)", same + 1) }
                }
            }
        }
        return best.place
    }
}
