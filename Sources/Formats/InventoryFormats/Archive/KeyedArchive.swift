/// The objects of an NSKeyedArchiver archive: `$objects`, which refer to each other by their indices.
struct KeyedArchive {
    private let list: any PropertyList
    private let objects: PropertyListReferences
    /// The index of the outermost object.
    let root: Int

    init(_ list: any PropertyList) throws(PropertyListError) {
        self.list = list
        var objects: PropertyListReferences?
        var root: Int?
        guard case .dictionary(let keys, let values) = try list.node(list.root), keys.count <= 16 else {
            throw .notAnArchive
        }
        for place in 0..<keys.count {
            guard case .string(let key) = try list.node(try list.reference(keys, at: place)) else { continue }
            let value = try list.node(try list.reference(values, at: place))
            switch (key, value) {
            case ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(100_000)): continue
            case ("$archiver", _), ("$version", _):
                throw .unknownArchiver
            case ("$objects", .array(let references)): objects = references
            case ("$top", .dictionary(let keys, let values)):
                root = try KeyedArchive.top(of: list, keys: keys, values: values)
            default: continue
            }
        }
        guard let objects else { throw .missingObjects }
        guard let root else { throw .missingRoot }
        (self.objects, self.root) = (objects, root)
    }

    /// Returns the object under `root`, or the only one.
    private static func top(
        of list: any PropertyList, keys: PropertyListReferences, values: PropertyListReferences
    ) throws(PropertyListError) -> Int? {
        for place in 0..<min(keys.count, 16) {
            guard case .string(let key) = try list.node(try list.reference(keys, at: place)),
                key == "root" || keys.count == 1,
                case .uid(let uid) = try list.node(try list.reference(values, at: place))
            else { continue }
            return uid
        }
        return nil
    }

    /// Returns the object at an index. The first object means "nothing".
    func object(_ uid: Int) throws(PropertyListError) -> PropertyListNode {
        let node = try list.node(try list.reference(objects, at: uid))
        if uid == 0, case .string("$null") = node { return .null }
        return node
    }

    /// Returns a value of an object; a reference is followed.
    func value(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> PropertyListNode {
        let node = try list.node(try list.reference(references, at: place))
        guard case .uid(let uid) = node else { return node }
        return try object(uid)
    }

    /// Returns the index of the object that a value refers to.
    func uid(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int {
        guard case .uid(let uid) = try list.node(try list.reference(references, at: place)) else {
            throw .expectedReference
        }
        return uid
    }

    func key(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> String {
        guard case .string(let key) = try list.node(try list.reference(references, at: place)) else {
            throw .keyNotText
        }
        return key
    }

    /// The most keys of one object.
    static let keyLimit = 256

    /// Returns the value of an object under a key, nil if it has no such key.
    func value(
        _ name: String, keys: PropertyListReferences, values: PropertyListReferences
    ) throws(PropertyListError) -> PropertyListNode? {
        for place in 0..<min(keys.count, KeyedArchive.keyLimit) where try key(keys, at: place) == name {
            return try value(values, at: place)
        }
        return nil
    }

    /// Returns the name of an object's class, without its module.
    func className(keys: PropertyListReferences, values: PropertyListReferences) throws(PropertyListError) -> String {
        guard case .dictionary(let keys, let values)? = try value("$class", keys: keys, values: values),
            case .string(let name)? = try value("$classname", keys: keys, values: values)
        else { throw .missingClass }
        return name.split(separator: ".").last.map(String.init) ?? name
    }
}
