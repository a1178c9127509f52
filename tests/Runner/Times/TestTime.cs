namespace IwTune.Runner.Times;

/// <summary>How long a test took, and how much the processors worked for it.</summary>
/// <param name="part">Of the run.</param>
/// <param name="name">With class and arguments.</param>
/// <param name="started">When it began, in time since the run did.</param>
internal sealed class TestTime(string part, string name, TimeSpan started)
{
    public string Part => part;

    public string Name => name;

    public TimeSpan Started => started;

    /// <summary>When it ended; <see langword="null"/> while it runs.</summary>
    public TimeSpan? Ended { get; set; }

    public TimeSpan Wall => (Ended ?? started) - started;

    /// <summary>Its share: what was used while several ran at a time is divided among them by how long each ran.</summary>
    public TimeSpan Processor { get; set; }
}
