namespace IwTune.Lab.Reproducing;

/// <summary>The bench for the next cell: the last one where it can be shared, otherwise a new one in its place.</summary>
internal sealed class Benches(ulong seed) : IDisposable
{
    /// <summary>The last one.</summary>
    public Bench? Current { get; private set; }

    public Bench For(PathSetup setup)
    {
        if (Current?.Setup == setup)
            return Current;
        Current?.Dispose();
        Current = null;
        return Current = new Bench(setup, seed);
    }

    public void Dispose() => Current?.Dispose();
}
