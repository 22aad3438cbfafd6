/// The changes, insertions, removals and swaps of neighbours between two names (optimal string alignment).
package func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, x) in one.enumerated() {
        var row = [i + 1]
        for (j, y) in other.enumerated() {
            var cost = min(last[j] + (x == y ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, x == other[j - 1], one[i - 1] == y { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[other.count]
}
