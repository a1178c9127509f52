using IwTune.Agent.Engine.Captures;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Flights;

/// <summary>Receivers whose handshakes look the same.</summary>
internal sealed record ShownReceivers
{
    /// <summary>Window of the SYN or SYN-ACK, bytes.</summary>
    public required int SynWindow { get; init; }

    /// <summary>It is the window of a SYN-ACK: the receiver is the server.</summary>
    public required bool InSynAck { get; init; }

    /// <summary>Least window of their next segments, scaled, bytes.</summary>
    public required long LeastWindow { get; init; }

    /// <summary>Largest window of their next segments, scaled, bytes.</summary>
    public required long MostWindow { get; init; }

    public required int? Mss { get; init; }

    public required int? Scale { get; init; }

    /// <summary>Time to live, or hop limit, that their packets started with: 64, 128 or 255.</summary>
    public required int FirstHops { get; init; }

    /// <summary>Full segments that the least window takes: a first flight has at most so many.</summary>
    public required long? Segments { get; init; }

    public required int Connections { get; init; }

    /// <summary>Different addresses.</summary>
    public required int Addresses { get; init; }

    /// <summary>Connections whose first flight this window limited.</summary>
    public required int Limited { get; init; }

    /// <summary>Systems that are known to announce such a window; none when it is not known.</summary>
    public required IReadOnlyList<string> MayBe { get; init; }

    /// <summary>Groups the receivers of all connections with a handshake, most connections first.</summary>
    public static List<ShownReceivers> AllOf(IEnumerable<CapturedFlight> flights) =>
        [
            .. flights
                .Where(flight => IsWhole(flight.Connection))
                .GroupBy(flight => Key(Hello(flight)))
                .Select(same => Of(Hello(same.First()), [.. same]))
                .OrderByDescending(same => same.Connections)
                .ThenBy(same => same.SynWindow),
        ];

    private static bool IsWhole(CapturedConnection connection) =>
        connection is { Handshake.Completed: true, Received: { Syn.Options.Whole: true, FirstWindow: not null } };

    private static ReceiverHello Key(ReceiverHello hello) => hello with { Hops = hello.FirstHops };

    private static ReceiverHello Hello(CapturedFlight flight)
    {
        var syn = flight.Connection.Received.Syn!.Value;
        return new(syn.Window, syn.Options.Mss, syn.Options.Scale, syn.Hops, syn.Ack, syn.Source.V6);
    }

    private static ShownReceivers Of(ReceiverHello hello, List<CapturedFlight> same)
    {
        var windows = same.ConvertAll(flight => flight.Connection.Received.FirstWindow!.Value);
        return new ShownReceivers
        {
            SynWindow = hello.Window,
            InSynAck = hello.IsAnswer,
            LeastWindow = windows.Min(),
            MostWindow = windows.Max(),
            Mss = hello.Mss,
            Scale = hello.Scale,
            FirstHops = hello.FirstHops,
            Segments = same.Min(flight => flight.Connection.Received.FirstWindow / flight.Connection.SegmentBytes),
            Connections = same.Count,
            Addresses = same.DistinctBy(flight => flight.Connection.Receiver.Bits).Count(),
            Limited = same.Count(flight => flight.Verdict.Limit == FlightLimit.ReceiverWindow),
            MayBe = ReceiverSystems.Of(hello),
        };
    }
}
