using System.Globalization;

namespace IwTune.Agent.Engine.Passive;

/// <summary>Says whether losses in first flights would be seen now, in the words of the guardrail.</summary>
/// <param name="monitoring">Knows when the last look was.</param>
/// <param name="fallBackAfter">How long without a look before windows fall back.</param>
public sealed class LossSight(Monitoring monitoring, Func<TimeSpan> fallBackAfter)
{
    /// <summary>One late look is accepted; after two missed ones the host is blind.</summary>
    private static readonly TimeSpan Late = 2 * Monitoring.Interval;

    private volatile string _unable = "";

    /// <summary>The connections can be read; <paramref name="lacking"/> says what of them cannot be seen, and is mostly empty.</summary>
    public void Opened(string lacking) => _unable = lacking;

    /// <summary>The connections cannot be read.</summary>
    public void Failed(string why) => _unable = why;

    /// <summary>
    /// Why losses would not be seen, as a clause; <see langword="null"/> when they would. A daemon that has just started is not blind.
    /// </summary>
    public string? Blind =>
        _unable.Length > 0 ? $"losses of connections cannot be observed ({_unable.TrimEnd('.')})"
        : monitoring.Blind > Late
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"losses of connections have not been observed for {monitoring.Blind.TotalMinutes:0} minutes"
            )
        : null;

    /// <summary>True when losses have not been seen for so long that windows fall back to RFC 3390's.</summary>
    public bool FallsBack => monitoring.Blind > fallBackAfter();
}
