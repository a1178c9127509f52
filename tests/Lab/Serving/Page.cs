namespace IwTune.Lab.Serving;

/// <summary>The answer of a <see cref="PageServer"/>.</summary>
/// <param name="Bytes">Size of the body.</param>
public sealed record Page(int Bytes)
{
    /// <summary>The status line after the version.</summary>
    public string Status { get; init; } = "200 OK";

    /// <summary>More headers, each with its line end.</summary>
    public string Headers { get; init; } = "";

    /// <summary>The pause between head and body; without it both are sent in one write.</summary>
    public TimeSpan? Pause { get; init; }

    /// <summary>No answer: the connection is aborted.</summary>
    public bool Reset { get; init; }
}
