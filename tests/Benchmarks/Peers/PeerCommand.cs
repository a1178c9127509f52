namespace IwTune.Benchmarks.Peers;

/// <summary>A command of a program.</summary>
/// <param name="Text">As a person types it, without the options that keep it inside this run's folders.</param>
/// <param name="Run">Runs it and returns its time.</param>
/// <param name="Slow">It takes seconds, so that fewer runs have to do.</param>
internal sealed record PeerCommand(string Text, Func<TimeSpan> Run, bool Slow = false)
{
    public int Runs => Slow ? 5 : 20;

    public int WarmUp => Slow ? 1 : 3;
}
