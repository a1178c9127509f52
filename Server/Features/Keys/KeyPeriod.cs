using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>How long a key of the fleet stays in use (NIST SP 800-57 Part 1 Rev. 5 §5.3.6; docs/keys.md, Policy).</summary>
internal static class KeyPeriod
{
    private static readonly TimeSpan Year = TimeSpan.FromDays(365);

    /// <summary>A signing key can change every host, and its replacement costs nothing; that of a CA changes the pin.</summary>
    public static (TimeSpan Time, string Text) Of(KeyKind kind) => kind == KeyKind.Signing ? (Year, "1 year") : (3 * Year, "3 years");
}
