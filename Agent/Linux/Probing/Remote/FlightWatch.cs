using System.Net.Sockets;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>Sends the request on a connection that drops payload, and samples how many segments come until they stop.</summary>
internal sealed class FlightWatch(Socket connection, long rtt, TimeProvider clock, CancellationToken ct)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMicroseconds(250);

    /// <summary>The longest time for a server to send its first segment, and for single segments to trickle.</summary>
    private static readonly long Patience = (long)TimeSpan.FromSeconds(10).TotalMicroseconds;

    private readonly List<SegmentSample> _kept = [];
    private SegmentSample _last;
    private int _before;

    /// <returns>The samples around every rise of the counter, the first and the last one.</returns>
    /// <exception cref="SocketException">The request could not be sent.</exception>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public IReadOnlyList<SegmentSample> Run(ReadOnlyMemory<byte> request)
    {
        _before = DropCounter.Read(connection);
        _last = Sample();
        _kept.Add(_last);
        connection.Send(request.Span);
        var (start, rose) = (_last.After, _last.After);
        while (true)
        {
            ct.ThrowIfCancellationRequested();
            PromptThread.Pause(Pace);
            var now = Sample();
            if (now.Segments > _last.Segments)
            {
                Keep(_last);
                Keep(now);
                rose = now.After;
            }
            _last = now;
            if (IsOver(now, start, rose))
            {
                Keep(now);
                return _kept;
            }
        }
    }

    private bool IsOver(SegmentSample now, long start, long rose) =>
        now.Before - start > Patience
        || (now.Segments > 0 ? now.Before - rose >= FlightJudge.Watch(rtt) : !ConnectionFacts.Read(connection).IsOpen);

    private void Keep(SegmentSample sample)
    {
        if (_kept[^1] != sample)
            _kept.Add(sample);
    }

    private SegmentSample Sample()
    {
        var before = Now();
        var segments = DropCounter.Read(connection) - _before;
        return new SegmentSample(before, Now(), segments);
    }

    private long Now() => (long)(clock.GetTimestamp() * (1e6 / clock.TimestampFrequency));
}
