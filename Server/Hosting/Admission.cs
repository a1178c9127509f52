namespace IwTune.Server.Hosting;

/// <summary>How much the server takes on at once. Beyond it a host is told when to come back, instead of being served late.</summary>
public sealed class Admission(int maxWaiting)
{
    private const int LeastSeconds = 15, SpreadSeconds = 60;
    private int _waiting;

    /// <summary>Check-ins held open now.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>A place to wait in, given back on dispose; <see langword="null"/> when all are taken.</summary>
    public IDisposable? TryWait()
    {
        if (Interlocked.Increment(ref _waiting) <= maxWaiting)
            return new Place(this);
        Interlocked.Decrement(ref _waiting);
        return null;
    }

    /// <summary>Spread by host, so that those turned away do not come back together.</summary>
    public int ComeBackSeconds(string hostId) => LeastSeconds + Slots.Of(hostId, SpreadSeconds);

    private sealed class Place(Admission admission) : IDisposable
    {
        private int _released;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _released, 1) == 0)
                Interlocked.Decrement(ref admission._waiting);
        }
    }
}
