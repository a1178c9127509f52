using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>The whole question, in the model's own terms.</summary>
/// <param name="Sizes">Bytes.</param>
/// <param name="Rtts">Round-trip times.</param>
/// <param name="Windows">Initial windows, segments.</param>
/// <param name="Path">What is the same for all of them.</param>
/// <param name="Conditions">What only events can show; <see langword="null"/> when the closed form covers everything.</param>
/// <param name="Kilometres">The distance; <see langword="null"/> when it was not given.</param>
/// <param name="Miss">A cache that has to fetch the response first; <see langword="null"/> without one.</param>
/// <param name="Views">Page views a day, by the person's own count.</param>
/// <param name="IsQuic">QUIC in place of TCP.</param>
internal sealed record Question(
    long[] Sizes,
    TimeSpan[] Rtts,
    int[] Windows,
    Transfer Path,
    SimulatedConditions? Conditions,
    double? Kilometres,
    CacheMiss? Miss = null,
    long? Views = null,
    bool IsQuic = false
)
{
    private const int MostRows = 10_000;
    private const long MostEvents = 4_000_000;
    private const int MostLines = 12;

    public static Question Of(ParseResult parsed)
    {
        var (growth, tls, peer) = (
            parsed.GetValue(PredictOptions.Growth),
            parsed.GetValue(PredictOptions.Tls),
            parsed.GetValue(PredictOptions.PeerWindow)
        );
        var (buffer, lost) = (parsed.GetValue(PredictOptions.Buffer), parsed.GetValue(PredictOptions.Lose) ?? []);
        double? gain = parsed.GetValue(PredictOptions.Pace) switch
        {
            "bbr" => Pacing.Bbr,
            "fq" => Pacing.Fq,
            _ => null,
        };
        var quic = parsed.GetValue(PredictOptions.Quic);
        var tcp = new Transfer
        {
            SizeBytes = 1,
            Rtt = TimeSpan.Zero,
            InitCwnd = 1,
        };
        var packets = quic ? tcp with { Mss = QuicDatagram.Payload, HeaderBytes = QuicDatagram.HeaderBytes } : tcp;
        var byPackets = growth == "packets";
        var events = byPackets || buffer is not null || lost.Length > 0 || gain is not null;
        return new Question(
            parsed.GetValue(PredictOptions.Sizes) ?? [],
            parsed.GetValue(PredictOptions.Rtts) is { Length: > 0 } rtts ? rtts : [TimeSpan.FromMilliseconds(50)],
            parsed.GetValue(PredictOptions.Windows) is { Length: > 0 } windows ? windows
                : quic ? [10, 32]
                : [3, 10, 32],
            packets with
            {
                Mss = parsed.GetValue(PredictOptions.Mss) ?? packets.Mss,
                RateBitsPerSecond = parsed.GetValue(PredictOptions.Rate),
                PeerWindowBytes = peer,
                PeerAutotunes = parsed.GetResult(PredictOptions.PeerWindow)?.Tokens is [{ Value: "linux" }],
                PacingGain = gain,
                HandshakeRounds = parsed.GetValue(PredictOptions.Fresh) || tls is not null ? 1 : 0,
                TlsRounds = tls switch
                {
                    "1.2" => 2,
                    "1.3" => 1,
                    _ => 0,
                },
                ServerTime = parsed.GetValue(PredictOptions.ServerTime) ?? TimeSpan.Zero,
            },
            events
                ? new SimulatedConditions
                {
                    Growth = byPackets ? Growth.Packets : Growth.Bytes,
                    AckEvery = byPackets ? 2 : 1,
                    DelayedAck = null,
                    BufferPackets = buffer,
                    Lost = lost,
                }
                : null,
            parsed.GetValue(PredictOptions.Distance),
            parsed.GetValue(PredictOptions.OriginRtt) is { } far
                ? new CacheMiss(far, parsed.GetValue(PredictOptions.OriginWindow) ?? InitialWindow.LinuxDefault)
                : null,
            parsed.GetValue(PredictOptions.Views),
            quic
        );
    }

    /// <summary>Values that are too large, or too many for one drawing.</summary>
    public IEnumerable<string> Excesses(ParseResult parsed)
    {
        var rows = (long)Sizes.Length * Rtts.Length * Windows.Length;
        if (rows > MostRows)
            yield return $"{Sizes.Length} sizes × {Rtts.Length} round-trip times × {Windows.Length} windows are {rows:#,0} rows, at "
                + $"most {MostRows:#,0}: ask for fewer.";
        if (Array.Find(Sizes, size => SegmentsOf(size) > int.MaxValue) is var many and > 0)
            yield return $"--size {Quantity.OfBytes(many)} in segments of {Path.Mss} bytes: at most {int.MaxValue:#,0} segments. Ask "
                + "for less, or for a larger --mss.";
        if (Kilometres is { } far && BandwidthDelay.LightRoundTrip(far) is var light && Array.Exists(Rtts, rtt => rtt < light))
            yield return $"--rtt {Array.Find(Rtts, rtt => rtt < light).TotalMilliseconds:0.#}ms over {far:#,0} km is faster than light, "
                + $"which needs {light.TotalMilliseconds:0.0} ms there and back.";
        if (Views is not null && (Sizes.Length > 1 || Rtts.Length > 1 || Windows.Length < 2))
            yield return "--views: counts the time saved for one size at one round-trip time between two or more windows.";
        if (Miss is not null && !parsed.GetValue(PredictOptions.Miss))
            yield return "--origin-rtt: a cache that has the response does not ask the origin; add --miss.";
        if (IsQuic && parsed.GetResult(PredictOptions.Tls) is not null)
            yield return "--tls: the handshake of QUIC contains that of TLS 1.3; count it with --fresh.";
        if (IsQuic && Conditions is ({ BufferPackets: not null } or { Lost.Count: > 0 } or { Growth: Growth.Packets }))
            yield return "--buffer, --loss and --growth: follow TCP's recovery of losses event by event; leave them out with --quic.";
        if (IsQuic && parsed.GetResult(PredictOptions.PeerWindow)?.Tokens is [{ Value: "linux" or "unscaled" }])
            yield return "--peer-window: with --quic the limit is the receiver's flow control; write its bytes, as in 768KiB.";
        var plot = parsed.GetResult(PredictOptions.Plot) is not null;
        if (plot && Miss is not null)
            yield return "--plot: draws what one server sends; leave out --miss.";
        if (
            (Conditions is not null || plot)
            && Array.Find(Sizes, size => SegmentsOf(size) > SlowStartSimulator.MostSegments) is var large and > 0
        )
            yield return $"--size {Quantity.OfBytes(large)}: {SegmentsOf(large):#,0} segments; event by event at most "
                + $"{SlowStartSimulator.MostSegments:#,0} are followed. Ask for less, or leave out --buffer, --loss, --growth, --pacing "
                + "and --plot.";
        else if (Conditions is not null && Sizes.Sum(SegmentsOf) * Rtts.Length * Windows.Length is var events and > MostEvents)
            yield return $"{events:#,0} segments to follow one by one, at most {MostEvents:#,0}: ask for fewer sizes or windows.";
        if (plot && (Sizes.Length > 1 || Rtts.Length > 1 || Windows.Length > MostLines))
            yield return $"--plot: draws one size at one round-trip time, with at most {MostLines} windows; {Sizes.Length}, "
                + $"{Rtts.Length} and {Windows.Length} were given.";
        if (parsed.GetResult(PredictOptions.HeatMap) is not null && Sizes.Length > 1 && Rtts.Length > 1)
            yield return "--heatmap: shows windows against sizes or against round-trip times; give one size or one time.";
    }

    private long SegmentsOf(long size) => (size + Path.Mss - 1) / Path.Mss;
}
