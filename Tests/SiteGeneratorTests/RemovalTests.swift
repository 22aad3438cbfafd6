import Foundation
import Glibc
import Inventory
import InventoryStore
import Synchronization
import Testing

@testable import SiteGenerator

/// A publication that breaks off while it replaces the manifest: the files to remove are gone by then.
@Suite struct RemovalTests {
    /// Puts a folder in the place of the manifest's root while pages are rendered, so that it cannot be replaced.
    private func publishWithoutManifest(
        _ home: TestHousehold, _ change: (inout PublishOptions) -> Void = { _ in }
    ) throws {
        let (root, aside) = ("\(home.site)/\(SiteFile.name)", home.base + "/kept")
        let isBlocked = Mutex(false)
        #expect(throws: PublishError.self) {
            try PublishedFolder(at: home.site, of: home.store).publish(home.options(change)) { _, _ in
                isBlocked.withLock { isBlocked in
                    if isBlocked { return }
                    isBlocked = rename(root, aside) == 0 && mkdir(root, 0o700) == 0
                }
            }
        }
        #expect(isBlocked.withLock { $0 })
        rmdir(root)
        #expect(rename(aside, root) == 0)
    }

    private func id(_ number: Int) -> UUID { UUID(high: 0x7000, low: UInt64(number)) }

    @Test(arguments: [PublishProfile.private, .public])
    func aRemovedItemIsGoneBeforeTheManifestIsReplaced(profile: PublishProfile) throws {
        let home = try TestHousehold(items: 4)
        try home.publish { $0.profile = profile }
        let page = "item/00000000-0000-7000-0000-000000000002.html"
        #expect(try home.files()[page] != nil)
        try home.store.remove(id(2), basedOn: nil, home.context)
        try publishWithoutManifest(home) { $0.profile = profile }
        #expect(try home.files()[page] == nil)
        try home.publish { $0.profile = profile }
        try home.publish(to: home.base + "/whole") { $0.profile = profile }
        #expect(try home.files() == home.files(home.base + "/whole"))
    }

    @Test func aFolderThatTurnsPublicIsNotOpenedBeforeItsPrivateFilesAreGone() throws {
        func mode() -> mode_t {
            var status = stat()
            return stat(home.site, &status) == 0 ? status.st_mode & 0o777 : 0
        }
        let home = try TestHousehold(items: 4)
        try home.publish { $0.isEditable = true }
        #expect(mode() == 0o700)
        #expect(try home.files()["companion.css"] != nil)
        try publishWithoutManifest(home) { $0.profile = .public }
        #expect(mode() == 0o700)
        #expect(try home.files()["companion.css"] == nil)
        try home.publish { $0.profile = .public }
        #expect(mode() == 0o755)
        try home.publish(to: home.base + "/whole") { $0.profile = .public }
        #expect(try home.files() == home.files(home.base + "/whole"))
    }
}
