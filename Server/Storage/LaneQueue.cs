namespace IwTune.Server.Storage;

/// <summary>
/// Turns within this process, held until memory has the stored changes: the actions after a commit happen in the order of the commits, and
/// transactions that would only wait in the database use no connection.
/// </summary>
internal sealed class LaneQueue(int hostLanes) : IDisposable
{
    private readonly SemaphoreSlim _ordered = new(1, 1);
    private readonly SemaphoreSlim _places = new(hostLanes, hostLanes);

    /// <summary>Waits until no other transaction runs.</summary>
    public async Task<IDisposable> OrderedAsync(CancellationToken ct)
    {
        await _ordered.WaitAsync(ct);
        var taken = 0;
        try
        {
            for (; taken < hostLanes; taken++)
                await _places.WaitAsync(ct);
            return new Turn(() =>
            {
                _places.Release(hostLanes);
                _ordered.Release();
            });
        }
        catch
        {
            if (taken > 0)
                _places.Release(taken);
            _ordered.Release();
            throw;
        }
    }

    /// <summary>Waits until no ordered transaction runs and there is a place.</summary>
    public async Task<IDisposable> HostsAsync(CancellationToken ct)
    {
        await _places.WaitAsync(ct);
        return new Turn(() => _places.Release());
    }

    public void Dispose()
    {
        _ordered.Dispose();
        _places.Dispose();
    }

    private sealed class Turn(Action end) : IDisposable
    {
        public void Dispose() => end();
    }
}
