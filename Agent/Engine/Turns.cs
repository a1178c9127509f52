namespace IwTune.Agent.Engine;

/// <summary>One after the other: whoever changes the host holds a turn until it is disposed of.</summary>
internal sealed class Turns : IDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);

    /// <summary>Waits for its turn.</summary>
    public async ValueTask<IDisposable> NextAsync(CancellationToken ct)
    {
        await _one.WaitAsync(ct);
        return new Turn(_one);
    }

    public void Dispose() => _one.Dispose();

    private sealed class Turn(SemaphoreSlim one) : IDisposable
    {
        public void Dispose() => one.Release();
    }
}
