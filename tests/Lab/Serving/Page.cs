namespace IwTune.Lab.Serving;

/// <summary>What a <see cref="PageServer"/> answers.</summary>
/// <param name="Bytes">Size of the body.</param>
public sealed record Page(int Bytes)
{
    /// <summary>The status line after the version.</summary>
    public string Status { get; init; } = "200 OK";

    /// <summary>More headers, each with its line end.</summary>
    public string Headers { get; init; } = "";

    /// <summary>Between head and body; without it both go in one write.</summary>
    public TimeSpan? Pause { get; init; }

    /// <summary>No answer: the connection is broken off.</summary>
    public bool Reset { get; init; }
}
