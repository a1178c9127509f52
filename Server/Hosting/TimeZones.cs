namespace IwTune.Server.Hosting;

/// <summary>Time zones that people name.</summary>
internal static class TimeZones
{
    /// <returns>The zone, or why there is none.</returns>
    public static (TimeZoneInfo? Zone, string Problem) Find(string name) =>
        TimeZoneInfo.TryFindSystemTimeZoneById(name, out var zone)
            ? (zone, "")
            : (null, $"'{name}' is not a known time zone; use an IANA name, such as Europe/Berlin or UTC");
}
