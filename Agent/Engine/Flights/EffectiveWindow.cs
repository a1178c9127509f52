using System.Globalization;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Flights;

/// <summary>The effective window of a connection: the smallest of all terms that limit its first flight, and which term that is.</summary>
/// <param name="Bytes">Bytes of the first flight.</param>
/// <param name="Segments">Full segments of it.</param>
/// <param name="Binding">The term that decides, in the words every server understands.</param>
/// <param name="Terms">Every term that is known; the binding one is marked.</param>
public sealed record EffectiveWindow(long Bytes, int Segments, BindingTerm Binding, IReadOnlyList<WindowTerm> Terms)
{
    /// <summary>Weighs the terms. Of equal ones it names the congestion window first, then the peer's.</summary>
    public static EffectiveWindow Of(FlightFacts facts)
    {
        var window = FirstWindow(facts);
        var bounds = new List<WindowTerm> { window.Count > 1 ? window[1] : window[0] };
        if (facts.PeerWindow is { } peer)
            bounds.Add(
                new WindowTerm
                {
                    Name = TermName.PeerWindow,
                    Bytes = peer,
                    Segments = Full(peer, facts.Mss),
                    Note = "what the peer announced in the handshake",
                }
            );
        if (facts.SendBufferSegments is { } fit)
            bounds.Add(
                new WindowTerm
                {
                    Name = TermName.SendBuffer,
                    Bytes = (long)fit * facts.Mss,
                    Segments = fit,
                    Note = facts.SendBufferNote,
                }
            );
        var least = bounds.MinBy(bound => bound.Bytes)!;
        List<WindowTerm> terms =
        [
            .. window.Take(window.Count - 1),
            .. bounds.Select(bound => ReferenceEquals(bound, least) ? bound with { Binds = true } : bound),
            .. Remarks(facts, window),
        ];
        return new EffectiveWindow(least.Bytes!.Value, least.Segments!.Value, Word(least.Name), terms);
    }

    /// <summary>What the route gives, and then what the connection got instead, when that differs.</summary>
    private static List<WindowTerm> FirstWindow(FlightFacts facts)
    {
        var expected = facts.RouteCwnd ?? InitialWindow.LinuxDefault;
        var route = Term(
            TermName.InitCwnd,
            expected,
            facts,
            facts.Giver.Length > 0 ? facts.Giver
                : facts.RouteCwnd is null ? "the kernel's default"
                : "of the route that serves it"
        );
        return facts.Cwnd == expected ? [route] : [route, Instead(facts, expected)];
    }

    private static WindowTerm Instead(FlightFacts facts, int expected) =>
        facts switch
        {
            { SynsSentAgain: > 0, Cwnd: 1 } => Term(
                TermName.SynLost,
                1,
                facts,
                $"{facts.SynsSentAgain} SYNs were retransmitted; after two the kernel starts with one segment"
            ),
            { RouteLock: { } locked } when facts.Cwnd == Math.Min(expected, locked) => Term(
                TermName.RouteLock,
                locked,
                facts,
                "the route's 'cwnd lock' clamps from the second connection to a peer on"
            ),
            { Program.Length: > 0 } => Term(TermName.Bpf, facts.Cwnd, facts, facts.Program),
            { Remembered: { } known } when facts.Cwnd == known => Term(
                TermName.PeerMetrics,
                known,
                facts,
                "the kernel has cached a locked cwnd for this peer; 'ip tcp_metrics flush' clears it"
            ),
            _ => Term(TermName.Unexplained, facts.Cwnd, facts, facts.Otherwise),
        };

    /// <summary>What bounds nothing now, but is useful to know.</summary>
    private static IEnumerable<WindowTerm> Remarks(FlightFacts facts, List<WindowTerm> window)
    {
        if (facts.RouteLock is { } locked && window[^1].Name != TermName.RouteLock && locked < facts.Cwnd)
            yield return new WindowTerm
            {
                Name = TermName.RouteLock,
                Note = string.Create(
                    CultureInfo.InvariantCulture,
                    $"the route's 'cwnd lock {locked}' clamps the next connections to this peer"
                ),
            };
        if (facts.Program.Length > 0 && window[^1].Name != TermName.Bpf)
            yield return new WindowTerm { Name = TermName.Bpf, Note = facts.Program };
        if (facts.Pacing.Length > 0)
            yield return new WindowTerm { Name = TermName.Pacing, Note = facts.Pacing };
        if (facts.Receive is { } receive)
            yield return new WindowTerm { Name = TermName.InitRwnd, Note = receive.Note };
    }

    private static WindowTerm Term(string name, int segments, FlightFacts facts, string note) =>
        new()
        {
            Name = name,
            Segments = segments,
            Bytes = (long)segments * facts.Mss,
            Note = note,
        };

    private static int Full(long bytes, int mss) => mss == 0 ? 0 : (int)(bytes / mss);

    private static BindingTerm Word(string name) =>
        name switch
        {
            TermName.PeerWindow => BindingTerm.PeerWindow,
            TermName.SendBuffer => BindingTerm.SendBuffer,
            TermName.Bpf => BindingTerm.Bpf,
            _ => BindingTerm.InitCwnd,
        };
}
