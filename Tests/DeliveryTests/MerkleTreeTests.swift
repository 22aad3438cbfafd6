import Delivery
import Files
import Inventory
import Testing

/// The tree of RFC 6962, with the leaves and roots of the tests of Certificate Transparency.
struct MerkleTreeTests {
    private static let data: [[UInt8]] = [
        [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
        [0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57], Array(0x60...0x6F),
    ]
    private static let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    private func leaves(_ count: Int) throws -> [[UInt8]] {
        try (0..<count).map {
            try MerkleTree.leaf(Self.data.indices.contains($0) ? Self.data[$0] : [UInt8($0 & 255), 7])
        }
    }

    @Test func theRootIsThatOfTheStandard() throws {
        for (index, root) in Self.roots.enumerated() {
            let tree = try MerkleTree(leaves: try leaves(index + 1).flatMap(\.self))
            #expect(ContentHash(bytes: tree.root)?.description == root)
        }
    }

    @Test func aPathLeadsToTheRootFromItsOwnLeafOnly() throws {
        for count in [1, 2, 3, 5, 8, 13, 33] {
            let leaves = try leaves(count)
            let tree = try MerkleTree(leaves: leaves.flatMap(\.self))
            for index in 0..<count {
                let path = tree.path(ofLeaf: index)
                func root(_ leaf: [UInt8], _ place: Int, _ all: Int, _ path: [UInt8]) throws -> [UInt8]? {
                    try MerkleTree.root(of: leaf, at: place, of: all, path: path)
                }
                #expect(try root(leaves[index], index, count, path) == tree.root)
                #expect(try root(leaves[index], index, count, path + path.prefix(32) + [0]) != tree.root)
                #expect(try root(leaves[index], index, count, path.dropLast()) != tree.root || path.isEmpty)
                #expect(try root(leaves[index], index + count, count, path) == nil)
                #expect(try root(leaves[index], -1, count, path) == nil)
                for other in 0..<count where other != index {
                    #expect(try root(leaves[other], index, count, path) != tree.root)
                    #expect(try root(leaves[index], other, count, path) != tree.root)
                }
            }
        }
    }
}
