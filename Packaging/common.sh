# For the scripts of this folder, which source it.
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Programs/homepwner/CommandRunner.swift)
# The time of the last commit is that of all files, so that the same commit makes the same packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
export LC_ALL=C TZ=UTC

# Sets the time of all files below a folder.
set_times() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }
