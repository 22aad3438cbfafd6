import Localization
import SiteGenerator

/// The options a folder was published with, which hold until the call says otherwise.
struct PreviousPublication: Sendable {
    /// The word for the program's own templates or assets if a folder uses others.
    static let builtIn = "built-in"

    let site: PublishedSite?
    let arguments: Arguments

    /// The owner's folder of templates; nil for the program's own.
    /// - Throws: `needed` if the folder was published with others and the call does not name them.
    func templates() throws(UsageError) -> String? {
        try folder(
            .reportTemplates, hadOwn: site?.hasOwnTemplates ?? false, why: localized("publish.ownTemplatesNeeded"))
    }

    /// The owner's folder of assets; nil for the program's own.
    /// - Throws: `needed` if the folder was published with others and the call does not name them.
    func assets() throws(UsageError) -> String? {
        try folder(.publishSite, hadOwn: site?.hasOwnAssets ?? false, why: localized("publish.ownAssetsNeeded"))
    }

    private func folder(_ option: Option, hadOwn: Bool, why: String) throws(UsageError) -> String? {
        switch arguments.text(option) {
        case PreviousPublication.builtIn: return nil
        case let folder?: return folder
        case nil:
            guard hadOwn else { return nil }
            throw .needed(option.spelling, why: why)
        }
    }

    /// A text that holds until another is given; an empty one removes it.
    func text(_ option: Option, previous: String?) -> String? {
        guard let given = arguments.text(option) else { return previous }
        return given.isEmpty ? nil : given
    }
}
