namespace IwTune.Shared.Policies.OperatingSystems;

/// <summary>
/// The values that the TCP templates of Windows accept. One source for the agent, which sets them, and the server, which reports beforehand
/// which hosts cannot.
/// </summary>
public static class TemplateRules
{
    /// <summary>
    /// The smallest initial congestion window, segments (netsh interface tcp set supplemental, icw; Set-NetTCPSetting,
    /// InitialCongestionWindowMss).
    /// </summary>
    public const int Least = 2;

    /// <summary>The largest, segments.</summary>
    public const int Most = 64;

    /// <summary>
    /// True for a window that a template takes: an even number of segments, <see cref="Least"/> to <see cref="Most"/> (Set-NetTCPSetting).
    /// </summary>
    public static bool Takes(int segments) => segments is >= Least and <= Most && segments % 2 == 0;

    /// <summary>The allowed number that is nearest; of two the smaller one, which floods no buffer.</summary>
    public static int Nearest(int segments) => Math.Clamp(segments, Least, Most) / 2 * 2;

    /// <summary>Why a template does not take this window, and what it would take, as a sentence.</summary>
    /// <param name="segments">For which <see cref="Takes"/> is false.</param>
    public static string Refusal(int segments) =>
        $"Windows takes an even number of segments, {Least} to {Most}; {segments} is not accepted, the nearest is {Nearest(segments)}.";
}
