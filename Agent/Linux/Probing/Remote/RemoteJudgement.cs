using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// The result of all connections together: each is judged by the shortest round trip that any of them saw, because a busy machine only
/// lengthens it.
/// </summary>
internal sealed record RemoteJudgement(long Rtt, IReadOnlyList<FlightCount> Counts, IReadOnlyList<string> Objections)
{
    public static RemoteJudgement Of(IReadOnlyList<FlightTrace> traces)
    {
        if (traces.Count == 0)
            return new RemoteJudgement(0, [], []);
        var rtt = traces.Min(trace => trace.Start.RttMicroseconds);
        var judged = traces.Select(trace => trace.Judge(rtt)).ToList();
        return new RemoteJudgement(
            rtt,
            [.. judged.Select(one => one.Count).OfType<FlightCount>()],
            [.. judged.Where(one => one.Count is null).Select(one => one.Objection)]
        );
    }

    /// <summary>How many connections must agree: three of three, or of more when one of them differs.</summary>
    public const int Needed = 3;

    /// <summary>
    /// The most frequent reading, when enough connections gave it. Of answers that ended too soon the longest one says most.
    /// </summary>
    public FlightCount? Agreed =>
        Counts
            .GroupBy(count => (count.Verdict, count.Verdict == FlightVerdict.IwLimited ? count.Segments : 0))
            .Where(group => group.Count() >= Needed)
            .OrderByDescending(group => group.Count())
            .FirstOrDefault()
            ?.MaxBy(count => count.Segments);
}
