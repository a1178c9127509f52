namespace IwTune.Server.Hosting.Load;

/// <summary>
/// Limits one kind of call: some run, some wait in a queue, and a caller that finds the queue full learns when there will be room. Each
/// kind has its own budget, so that a flood of one leaves the others what they need.
/// </summary>
/// <param name="name">As metrics call it.</param>
/// <param name="running">Concurrent calls.</param>
/// <param name="queued">Calls that may wait in the queue.</param>
/// <param name="clock">Measures how fast the queue moves.</param>
/// <param name="random">Uniform in [0, 1): spreads callers that get the same answer.</param>
public sealed class Budget(string name, int running, int queued, TimeProvider clock, Func<double> random)
{
    private const int LongestSeconds = 300;
    private readonly Lock _gate = new();
    private readonly LinkedList<TaskCompletionSource<bool>> _line = [];
    private readonly Pace _pace = new(clock, running);
    private int _running;
    private double _promised;

    public string Name => name;

    /// <summary>Calls that run now.</summary>
    public int Running => Volatile.Read(ref _running);

    /// <summary>Calls in the queue now.</summary>
    public int Queued
    {
        get
        {
            lock (_gate)
                return _line.Count;
        }
    }

    /// <returns>
    /// True when the call may run, at the latest when its turn has come; false when the line is full. <see cref="Leave"/> after it ran.
    /// </returns>
    /// <exception cref="OperationCanceledException">The caller went away while it stood in line.</exception>
    public ValueTask<bool> EnterAsync(CancellationToken ct)
    {
        LinkedListNode<TaskCompletionSource<bool>> place;
        lock (_gate)
        {
            if (_running < running)
            {
                _running++;
                return ValueTask.FromResult(true);
            }
            if (_line.Count >= queued)
                return ValueTask.FromResult(false);
            place = _line.AddLast(new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously));
        }
        return new(StandAsync(place, ct));
    }

    /// <param name="served">False when the call was not served but sent away.</param>
    public void Leave(bool served = true)
    {
        lock (_gate)
        {
            if (served)
                _pace.Done();
            if (_line.First is { } next)
            {
                // The place passes on; the number that runs stays.
                _line.RemoveFirst();
                next.Value.TrySetResult(true);
                return;
            }
            _running--;
        }
    }

    /// <summary>
    /// When to retry, whole seconds: once the queue, and all callers sent away before, will have been served at the recent pace. Each
    /// caller takes a place in that order, so that a crowd is spread over the time that it takes to serve it.
    /// </summary>
    public int ComeBack()
    {
        lock (_gate)
        {
            var (now, each) = (Seconds, 1 / _pace.PerSecond);
            _promised = Math.Min(Math.Max(now + _line.Count * each, _promised) + each, now + LongestSeconds);
            var wait = _promised - now;
            return Math.Clamp((int)Math.Ceiling(wait + random() * Math.Max(1, wait / 4)), 1, LongestSeconds);
        }
    }

    private double Seconds => (double)clock.GetTimestamp() / clock.TimestampFrequency;

    private async Task<bool> StandAsync(LinkedListNode<TaskCompletionSource<bool>> place, CancellationToken ct)
    {
        using var left = ct.UnsafeRegister(_ => GiveUp(place), null);
        return await place.Value.Task;
    }

    private void GiveUp(LinkedListNode<TaskCompletionSource<bool>> place)
    {
        lock (_gate)
        {
            // A caller whose turn has come already runs, notices the cancellation, and leaves in the normal way.
            if (place.List is null)
                return;
            _line.Remove(place);
            place.Value.TrySetCanceled();
        }
    }
}
