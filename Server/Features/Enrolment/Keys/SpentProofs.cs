namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>Numbers of a host's proofs that were taken while their nonces are valid: each proof counts once.</summary>
public sealed class SpentProofs
{
    /// <summary>As many proofs of one host are taken within the life of a nonce.</summary>
    public const int Most = 1024;

    private const long TellAgain = 3_600_000;

    private readonly Lock _gate = new();

    // Most hosts of a fleet make a handful of calls; what is not needed is not there.
    private Queue<(ulong Number, long Slice)>? _order;
    private HashSet<ulong>? _numbers;
    private long _told = long.MinValue / 2;

    /// <summary>Takes a number.</summary>
    /// <param name="number">Of the proof.</param>
    /// <param name="slice">Of its nonce.</param>
    /// <param name="oldest">The oldest slice whose nonces are valid.</param>
    public Spending Take(ulong number, long slice, long oldest)
    {
        lock (_gate)
        {
            (_order, _numbers) = (_order ?? new(), _numbers ?? []);
            while (_order.TryPeek(out var first) && first.Slice < oldest)
                _numbers.Remove(_order.Dequeue().Number);
            if (_numbers.Contains(number))
                return Spending.Repeated;
            if (_order.Count >= Most)
                return Spending.TooMany;
            _numbers.Add(number);
            _order.Enqueue((number, slice));
            return Spending.Taken;
        }
    }

    /// <summary>Whether a refused proof is worth an event: once an hour for each host.</summary>
    public bool IsNews(long now)
    {
        lock (_gate)
        {
            if (now - _told < TellAgain)
                return false;
            _told = now;
            return true;
        }
    }
}

/// <summary>Whether a proof counts.</summary>
public enum Spending
{
    Taken,
    Repeated,
    TooMany,
}
