namespace IwTune.Server.Features.Reports;

/// <summary>
/// Times that hosts report. A clock may be wrong by years; a time that no clock shows would break every computation from it.
/// </summary>
internal static class Times
{
    private static readonly DateTimeOffset First = new(1970, 1, 1, 0, 0, 0, TimeSpan.Zero),
        Last = new(2200, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>A sentence about the first time that no clock shows; <see langword="null"/> when there is none.</summary>
    public static string? Unlikely(IEnumerable<DateTimeOffset?> times) =>
        times.FirstOrDefault(time => time < First || time >= Last) is { } odd
            ? $"the time {odd:O} is not between {First:yyyy} and {Last:yyyy}"
            : null;
}
