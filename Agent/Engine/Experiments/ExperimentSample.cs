using System.Text.Json.Serialization;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Model;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>One connection of an arm at its end. It names no address: only one of 4,096 buckets of peers.</summary>
public sealed record ExperimentSample
{
    /// <summary>When its end was seen, Unix milliseconds.</summary>
    public required long At { get; init; }

    /// <summary>0 for control, 1 for treatment.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
    public required int Arm { get; init; }

    /// <summary>Its block of time; always 0 when both arms run at the same time.</summary>
    public int Block { get; init; }

    /// <summary>The bucket of its peer (<see cref="PeerBucket"/>); <see langword="null"/> in samples of earlier versions.</summary>
    public int? Peer { get; init; }

    /// <summary>Bytes of data sent, each once.</summary>
    public long Bytes { get; init; }

    /// <summary>Smallest round-trip time, microseconds.</summary>
    public long? MinRtt { get; init; }

    /// <summary>
    /// How long it had data in flight, microseconds: for one response, the time from its first byte sent to its last one acknowledged.
    /// </summary>
    public long? Busy { get; init; }

    /// <summary>Segments of data sent, retransmissions included.</summary>
    public long Segments { get; init; }

    /// <summary>Segments of data retransmitted.</summary>
    public int SentAgain { get; init; }

    /// <summary>The initial window of its arm, segments.</summary>
    public int Window { get; init; }

    /// <summary>Whether it lost some of its first flight; <see langword="null"/> when that is not known in every arm.</summary>
    public bool? Lost { get; init; }

    /// <param name="sample">The connection.</param>
    /// <param name="arm">Its arm.</param>
    /// <param name="block">Its block.</param>
    /// <param name="peer">The bucket of its peer.</param>
    /// <param name="windows">
    /// The windows of the arms; <see langword="null"/> is the host's own, which was looked up without the arm's rule.
    /// </param>
    public static ExperimentSample Of(ConnectionSample sample, int arm, int block, int peer, IReadOnlyList<int?> windows)
    {
        var (connection, window) = (sample.Connection, windows[arm] ?? sample.InitialSegments);
        return new ExperimentSample
        {
            At = sample.At.ToUnixTimeMilliseconds(),
            Arm = arm,
            Block = block,
            Peer = peer,
            Bytes = connection.BytesSent,
            MinRtt = connection.RttMicroseconds,
            Busy = connection.BusyMicroseconds,
            Segments = connection.DataSegments,
            SentAgain = connection.DataSentAgain ?? connection.SentAgain,
            Window = window,
            Lost = IsJudgedInEveryArm(sample, windows) ? FirstFlightLoss.Of(connection, window) : null,
        };
    }

    /// <summary>
    /// Under bbr only a connection that fits its window can be judged. The larger window would have more and longer connections judged, and
    /// longer ones lose more: only those that each window can judge are compared.
    /// </summary>
    private static bool IsJudgedInEveryArm(ConnectionSample sample, IReadOnlyList<int?> windows) =>
        windows.All(given =>
            FirstFlightLoss.Of(sample.Connection, given ?? sample.Target.InitCwnd ?? InitialWindow.LinuxDefault) is not null
        );
}
