namespace IwTune.Runner.Running;

/// <summary>What a part has come to so far.</summary>
/// <param name="part">The part.</param>
internal sealed class PartTally(Part part)
{
    public Part Part => part;

    /// <summary>Test cases that are known of; grows when a program of the part begins.</summary>
    public int Known { get; set; }

    /// <summary>Test cases that are over.</summary>
    public int Done { get; set; }

    public int Passed { get; set; }

    public int Failed { get; set; }

    public int Skipped { get; set; }

    /// <summary>Tests that were counted.</summary>
    public int Ended => Passed + Failed + Skipped;

    /// <summary>Gets what does not fit into a line of progress.</summary>
    public TextWriter Log { get; set; } = TextWriter.Null;

    /// <summary>From the first test program's start to the last one's end.</summary>
    public TimeSpan Wall { get; set; }
}

/// <summary>A test that failed, or what failed outside of any.</summary>
/// <param name="Part">Of the run.</param>
/// <param name="Name">Of the test.</param>
/// <param name="Detail">Why.</param>
internal sealed record Failure(string Part, string Name, string Detail);
