namespace IwTune.Shared.Wire;

/// <summary>One of the limits of the first flight of a connection, with the amount it allows.</summary>
public sealed record WindowTerm
{
    /// <summary>One of <see cref="TermName"/>; a name that is not known is from a newer agent.</summary>
    public required string Name { get; init; }

    /// <summary>Full segments it allows; <see langword="null"/> when it is no bound, only something to know.</summary>
    public int? Segments { get; init; }

    /// <summary>Bytes it allows.</summary>
    public long? Bytes { get; init; }

    /// <summary>True for the one that decides.</summary>
    public bool Binds { get; init; }

    /// <summary>Where the number comes from, or when it does not hold, as a sentence; empty when there is nothing to say.</summary>
    public string Note { get; init; } = "";
}
