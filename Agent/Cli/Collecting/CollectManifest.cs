namespace IwTune.Agent.Cli.Collecting;

/// <summary>The description of a collected zip.</summary>
internal sealed record CollectManifest
{
    /// <summary><c>support</c> or <c>windows-baseline</c>.</summary>
    public required string Kind { get; init; }

    public required DateTimeOffset At { get; init; }

    public required string AgentVersion { get; init; }

    /// <summary>Whether the process could have changed windows: some outputs differ by it.</summary>
    public required bool Elevated { get; init; }

    /// <summary>Build, languages, code pages: the properties of the system that the outputs depend on.</summary>
    public required IReadOnlyDictionary<string, string> System { get; init; }

    /// <summary>What was removed, and what is still in it, in words.</summary>
    public required string Privacy { get; init; }

    public IReadOnlyList<CollectedPart> Parts { get; init; } = [];

    /// <summary>The commands whose outputs are in it, in the order they ran.</summary>
    public IReadOnlyList<CollectedCommand> Commands { get; init; } = [];
}

/// <summary>One file of the zip; without bytes, a file that is missing and why.</summary>
internal sealed record CollectedPart(string Name, int? Bytes, string Problem);

/// <summary>One command with its result. Its outputs are files of the zip, byte for byte except for a redacted host name.</summary>
internal sealed record CollectedCommand(
    string Name,
    string Program,
    IReadOnlyList<string> Arguments,
    int? ExitCode,
    double Milliseconds,
    string? Output,
    string? Errors,
    int Redacted,
    string Problem
);
