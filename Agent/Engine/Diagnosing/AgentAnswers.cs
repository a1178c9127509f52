using System.Globalization;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Diagnosing;

/// <summary>What a running agent reports, the same on every system.</summary>
internal static class AgentAnswers
{
    private const long Near = 5_000;

    /// <summary>Whether an agent keeps the windows.</summary>
    public static CheckAnswer Alive(AgentView agent) =>
        agent switch
        {
            { Absent.Length: > 0 } => CheckAnswer.NotKnown(agent.Absent),
            { Troubles: [var first, ..] } => CheckAnswer.Problem(first, "'iwtune status' shows the details."),
            { Enrolled: false } => CheckAnswer.Ok("the daemon runs; this host is not enrolled"),
            { SinceContact: { } since } => CheckAnswer.Ok($"the server answered {(long)since.TotalSeconds} s ago"),
            _ => CheckAnswer.NotKnown("the daemon has just started and has not reached its server yet"),
        };

    /// <summary>Round trips that were measured, microseconds.</summary>
    public static IReadOnlyList<long> RoundTrips(AgentView agent) =>
        [.. agent.Evidence.Where(seen => seen is { Conclusive: true, RttMicroseconds: > 0 }).Select(seen => seen.RttMicroseconds!.Value)];

    /// <summary>Whether a larger window can gain anything.</summary>
    /// <param name="agent">What was measured.</param>
    /// <param name="raised">True when a window is above the standard's ten segments.</param>
    public static CheckAnswer RoundTrip(AgentView agent, bool raised)
    {
        var times = RoundTrips(agent);
        if (times.Count == 0)
            return CheckAnswer.NotKnown(
                agent.Absent.Length > 0
                    ? "no agent has measured a round trip"
                    : "the agent has no conclusive measurement yet; run 'iwtune verify --peer HOST:PORT'"
            );
        var (least, most) = (times.Min(), times.Max());
        var told = string.Create(
            CultureInfo.InvariantCulture,
            $"{least / 1000.0:0.0}{(most > least ? $" to {most / 1000.0:0.0}" : "")} ms to the measured peers"
        );
        return most < Near && raised
            ? CheckAnswer.Advice(told, "A window above 10 saves no measurable time on these paths.")
            : CheckAnswer.Ok(told);
    }

    /// <summary>Where something other than the configured window bound a first flight.</summary>
    /// <param name="agent">What was measured.</param>
    /// <param name="peersFix">What to do on a peer whose window binds.</param>
    public static CheckAnswer Bound(AgentView agent, string peersFix)
    {
        var seen = agent.Evidence.Where(seen => seen is { Conclusive: true, EffectiveSegments: not null, InitialCwnd: not null }).ToList();
        if (seen.Count == 0)
            return CheckAnswer.NotKnown(
                agent.Absent.Length > 0
                    ? "no agent has measured a connection"
                    : "the agent has no conclusive measurement yet; run 'iwtune verify --peer HOST:PORT'"
            );
        var bound = seen.Find(seen => seen.EffectiveSegments < seen.InitialCwnd);
        if (bound is null)
            return CheckAnswer.Ok($"initcwnd is the binding term on all {seen.Count} measured paths");
        var by = bound.Binding switch
        {
            BindingTerm.PeerWindow => "the peer's window",
            BindingTerm.SendBuffer => "the send buffer",
            BindingTerm.Bpf => "a BPF program",
            _ => "something else",
        };
        return CheckAnswer.Advice(
            $"{by} limits the first flight to {bound.EffectiveSegments} of {bound.InitialCwnd} segments (peer {bound.Peer})",
            bound.Binding == BindingTerm.PeerWindow ? peersFix : "'iwtune verify' shows every limit."
        );
    }
}
