namespace IwTune.Shared.Model.Simulating;

/// <summary>
/// When a sender stops waiting for acknowledgements: RFC 8985 §7 for the end of a flight, RFC 6298 with Linux' bounds for everything.
/// </summary>
internal sealed class LossTimer(Agenda agenda)
{
    // What a kernel's timer adds at least: two ticks of a millisecond (TCP_TIMEOUT_MIN, include/net/tcp.h).
    private const double Tick = 0.002;

    // TCP_RTO_MAX, include/net/tcp.h.
    private const double Longest = 120;

    private RoundTripEstimate _estimate;
    private long _setting;
    private int _backoff;

    public LossTimer(Agenda agenda, TimeSpan handshake)
        : this(agenda)
    {
        _estimate = RoundTripEstimate.First(handshake);
        LeastRtt = handshake.TotalSeconds;
    }

    /// <summary>Seconds.</summary>
    public double LeastRtt { get; private set; }

    /// <summary>What the timer that runs is for.</summary>
    public LossTimerKind Kind { get; private set; }

    private double Timeout => Math.Min(Longest, _estimate.LinuxTimeout.TotalSeconds * (1L << Math.Min(_backoff, 16)));

    public void Measured(double rtt)
    {
        _estimate = _estimate.Next(TimeSpan.FromSeconds(rtt));
        LeastRtt = Math.Min(LeastRtt, rtt);
    }

    /// <summary>Something arrived: with timestamps every acknowledgement measures, which ends the backing off.</summary>
    public void Advanced() => _backoff = 0;

    public void Backoff() => _backoff++;

    public void Stop() => (Kind, _setting) = (LossTimerKind.None, _setting + 1);

    public void AwaitLate(double at) => Set(LossTimerKind.Late, at);

    /// <summary>
    /// Two round trips without an acknowledgement; with one segment outstanding the receiver may delay its acknowledgement.
    /// </summary>
    public void AwaitProbe(int outstanding)
    {
        var wait = 2 * _estimate.Smoothed.TotalSeconds + (outstanding == 1 ? RoundTripEstimate.LinuxLeast.TotalSeconds : Tick);
        Set(LossTimerKind.Probe, agenda.Now + Math.Min(wait, Timeout));
    }

    public void AwaitTimeout() => Set(LossTimerKind.Timeout, agenda.Now + Timeout);

    /// <summary>Whether this is the setting that counts.</summary>
    public bool IsCurrent(long setting) => setting == _setting && Kind != LossTimerKind.None;

    private void Set(LossTimerKind kind, double at)
    {
        Kind = kind;
        agenda.Note(at, new Due(DueKind.Timer, ++_setting));
    }
}

internal enum LossTimerKind
{
    None,
    Late,
    Probe,
    Timeout,
}
