/// The sign between the whole number and its decimals. The other one, spaces and apostrophes may group the thousands.
public enum DecimalSeparator: String, CaseIterable, Sendable {
    /// `1,234.50`
    case point
    /// `1.234,50`
    case comma
}

/// The order of year, month and day in a date.
public enum DateOrder: String, CaseIterable, Sendable {
    /// `2024/12/25`
    case yearMonthDay = "ymd"
    /// `25.12.2024`
    case dayMonthYear = "dmy"
    /// `12/25/2024`
    case monthDayYear = "mdy"
}
