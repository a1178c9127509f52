namespace IwTune.Agent.Control.Traffic;

/// <summary>When the growth of the host's counters is reported, and under which bundle.</summary>
/// <param name="clock">Paces.</param>
/// <param name="digest">Of the bundle that is in force when counting begins.</param>
internal sealed class CounterPace(TimeProvider clock, string digest)
{
    /// <summary>Counters of the whole host say little; once an hour is enough where the server does not ask for more.</summary>
    private static readonly TimeSpan Usual = TimeSpan.FromHours(1);

    /// <summary>How soon another bundle, or another pace, is noticed.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMinutes(1);

    private long _since = clock.GetTimestamp();
    private string _under = digest;

    /// <summary>How long to wait before the next question.</summary>
    /// <param name="asked">How often the server asks for reports; <see langword="null"/> when it does not.</param>
    public static TimeSpan Pause(TimeSpan? asked) => asked is { } often && often < Look ? often : Look;

    /// <summary>
    /// The bundle under which most of what was sent since the last report was sent; a new count begins. A server that compares bundles must
    /// not count it under the next one. <see langword="null"/> when it is not time.
    /// </summary>
    /// <param name="digest">Of the bundle in force now.</param>
    /// <param name="asked">As in <see cref="Pause"/>.</param>
    public string? Due(string digest, TimeSpan? asked)
    {
        if (digest == _under && clock.GetElapsedTime(_since) < (asked ?? Usual))
            return null;
        var under = _under;
        (_under, _since) = (digest, clock.GetTimestamp());
        return under;
    }
}
