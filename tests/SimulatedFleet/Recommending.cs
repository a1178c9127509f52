using IwTune.Shared.Model;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.SimulatedFleet;

/// <summary>Sets the recommended window once a week, from the profile of the week before; the first time after a day.</summary>
internal sealed class Recommending : IChooser
{
    private const int StepsOfDay = 24 * 6;
    private Histogram _bytes = new(),
        _rtt = new(),
        _queue = new(),
        _rate = new(),
        _peer = new(),
        _concurrent = new();
    private readonly Dictionary<(int Bytes, int Rtt), (long Count, long Lost)> _cells = [];
    private long _count,
        _judged,
        _lost,
        _segments,
        _again;
    private int _step,
        _seen;

    public int Value { get; private set; } = InitialWindow.LinuxDefault;

    public void Add(in FlightSample sample, long bytes, SimulatedPath path)
    {
        _count++;
        _segments += sample.Segments;
        if (sample.Lost is not { } lost)
            return;
        _judged++;
        _lost += lost ? 1 : 0;
        _again += lost ? 1 : 0;
        // One in eight is enough for a profile, because a thousand hosts have many connections in thirty days.
        if (_seen++ % 8 != 0)
            return;
        _bytes.Add(bytes);
        _rtt.Add((long)path.Rtt.TotalMicroseconds);
        // What a first flight reveals of the queue: it filled the buffer when it lost, and only delayed itself when it did not.
        _queue.Add((long)(Math.Min(path.Queue, sample.Initial) * (SimulatedPath.Mss + 52) * 8e6 / path.Rate));
        _rate.Add((long)(path.Rate / 1000));
        _peer.Add(sample.PeerSegments!.Value * SimulatedPath.Mss);
        _concurrent.Add(1);
        var cell = (Histogram.Slot(bytes) / 4, Histogram.Slot((long)path.Rtt.TotalMicroseconds) / 4);
        var (count, hit) = _cells.GetValueOrDefault(cell);
        _cells[cell] = (count + 1, hit + (lost ? 1 : 0));
    }

    public void Next(DateTimeOffset now)
    {
        _step++;
        if (_step != StepsOfDay && _step % (7 * StepsOfDay) != 0)
            return;
        Value = Recommender
            .Recommend(
                new RecommendationCase
                {
                    Subject = "simulated",
                    Traffic = Profile(),
                    Role = PathRole.Own,
                    Current = Value,
                    Limits = new Limits(Choosers.Most, 2),
                    Mss = SimulatedPath.Mss,
                    Sack = true,
                }
            )
            .Segments;
        (_bytes, _rtt, _queue, _rate, _peer, _concurrent) = (new(), new(), new(), new(), new(), new());
        _cells.Clear();
        (_count, _judged, _lost, _segments, _again) = (0, 0, 0, 0, 0);
    }

    private TrafficProfile Profile() =>
        new()
        {
            Connections = _count,
            Bytes = _bytes.Slots,
            MinRtt = _rtt.Slots,
            QueueDelay = _queue.Slots,
            DeliveryRate = _rate.Slots,
            PeerWindow = _peer.Slots,
            Concurrency = _concurrent.Slots,
            Mss = SimulatedPath.Mss,
            Judged = _judged,
            FirstFlightLoss = _lost,
            Segments = _segments,
            SegmentsAgain = _again,
            Cells = [.. _cells.Select(cell => new TrafficCell(cell.Key.Bytes, cell.Key.Rtt, cell.Value.Count, cell.Value.Lost))],
        };
}
