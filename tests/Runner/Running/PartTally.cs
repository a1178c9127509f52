namespace IwTune.Runner.Running;

/// <summary>The results of a part so far.</summary>
/// <param name="part">The part.</param>
internal sealed class PartTally(Part part)
{
    public Part Part => part;

    /// <summary>The known test cases; the number grows when a program of the part begins.</summary>
    public int Known { get; set; }

    /// <summary>Test cases that are over.</summary>
    public int Done { get; set; }

    public int Passed { get; set; }

    public int Failed { get; set; }

    public int Skipped { get; set; }

    /// <summary>Tests that were counted.</summary>
    public int Ended => Passed + Failed + Skipped;

    /// <summary>Receives text that does not fit into a progress line.</summary>
    public TextWriter Log { get; set; } = TextWriter.Null;

    /// <summary>From the first test program's start to the last one's end.</summary>
    public TimeSpan Wall { get; set; }
}

/// <summary>A failed test, or a failure outside of any test.</summary>
/// <param name="Part">Of the run.</param>
/// <param name="Name">Of the test.</param>
/// <param name="Detail">Why.</param>
internal sealed record Failure(string Part, string Name, string Detail);
