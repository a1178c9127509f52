using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Corrections;

/// <summary>Lines of one host that came later than they were written.</summary>
/// <param name="Host">Whose.</param>
/// <param name="Before">The state that the store had, read only for a correction; <see langword="null"/> for none.</param>
/// <param name="Told">The lines in their order: when the host was there, and its state where a line has one. Times never go back.</param>
internal sealed record LateReport(FleetHost Host, Lazy<HostState?> Before, IReadOnlyList<(long At, HostState? State)> Told)
{
    public long First => Told[0].At;

    /// <param name="host">Whose.</param>
    /// <param name="before">The state that the store had.</param>
    /// <param name="lines">In their order.</param>
    /// <param name="oldest">What was before it is not corrected, unix milliseconds.</param>
    /// <param name="now">When they came.</param>
    public static LateReport Of(FleetHost host, Lazy<HostState?> before, IEnumerable<ReportLine> lines, long oldest, long now)
    {
        var (told, last) = (new List<(long, HostState?)>(), oldest);
        foreach (var line in lines)
        {
            // A host's clock may be set back between two lines, or be ahead of the server's.
            last = Math.Clamp(line.At.ToUnixTimeMilliseconds(), last, now);
            told.Add((last, line.State));
        }
        return new(host, before, told);
    }

    /// <summary>The parts of a span, each with when the host last wrote before it and the state it had.</summary>
    public IEnumerable<(long From, long To, long Written, HostState? State)> Parts(long from, long to)
    {
        var state = Before.Value;
        for (var i = 0; i < Told.Count; i++)
        {
            state = Told[i].State ?? state;
            var (begins, ends) = (Math.Max(from, Told[i].At), i + 1 < Told.Count ? Math.Min(to, Told[i + 1].At) : to);
            if (begins < ends)
                yield return (begins, ends, Told[i].At, state);
        }
    }
}
