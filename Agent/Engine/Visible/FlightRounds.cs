using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Visible;

/// <summary>
/// Counts the round trips of a response from readings of its sender. A round is over when everything that was in flight at its beginning is
/// acknowledged, so that the length of a flight does not matter.
/// </summary>
internal sealed class FlightRounds(long total)
{
    private readonly List<(TimeSpan At, long Acknowledged)> _steps = [];
    private long _roundEnds;

    /// <summary>Rounds so far, including the current one.</summary>
    public int Rounds { get; private set; }

    /// <summary>Readings in which more was acknowledged, in their order.</summary>
    public IReadOnlyList<(TimeSpan At, long Acknowledged)> Steps => _steps;

    /// <summary>The whole response is acknowledged.</summary>
    public bool Done { get; private set; }

    /// <param name="at">Since the response was written.</param>
    /// <param name="reading">What the system says now.</param>
    public void Add(TimeSpan at, FlightReading reading)
    {
        // The end of the connection counts as a byte of its own.
        var (sent, acknowledged) = (Math.Min(reading.Sent, total), Math.Min(reading.Acknowledged, total));
        if (Done || sent == 0)
            return;
        if (Rounds == 0 || (acknowledged >= _roundEnds && sent > _roundEnds))
            (Rounds, _roundEnds) = (Rounds + 1, sent);
        if (_steps.Count == 0 || acknowledged > _steps[^1].Acknowledged)
            _steps.Add((at, acknowledged));
        Done = acknowledged >= total;
    }
}
