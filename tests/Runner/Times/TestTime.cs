namespace IwTune.Runner.Times;

/// <summary>The duration of a test, and its processor time.</summary>
/// <param name="part">Of the run.</param>
/// <param name="name">With class and arguments.</param>
/// <param name="started">Its start, measured from the start of the run.</param>
internal sealed class TestTime(string part, string name, TimeSpan started)
{
    public string Part => part;

    public string Name => name;

    public TimeSpan Started => started;

    /// <summary>When it ended; <see langword="null"/> while it runs.</summary>
    public TimeSpan? Ended { get; set; }

    public TimeSpan Wall => (Ended ?? started) - started;

    /// <summary>Its share: time used while several tests ran is divided among them by how long each ran.</summary>
    public TimeSpan Processor { get; set; }
}
