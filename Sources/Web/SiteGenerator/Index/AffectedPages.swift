import FoundationEssentials

/// The pages that changes of items concern: what has to be rendered, and the files that must go.
struct AffectedPages {
    /// A page of a series.
    struct Page: Hashable {
        let series: Int64
        let page: Int64
    }

    /// Items that have a page, with their order keys.
    var items: [UUID: Int64] = [:]
    var pages: Set<Page> = []
    /// Series whose last page is another one, so that the file which leads to it changes.
    var lastFiles: Set<Int64> = []
    /// Files of pages that are no more.
    var removedFiles: Set<String> = []
    /// The pictures that changed and removed items showed.
    var formerPhotos: [UUID: [String]] = [:]
}
