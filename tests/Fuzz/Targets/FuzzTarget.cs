namespace IwTune.Fuzz.Targets;

/// <summary>One parser of input that another program or person wrote, and what must hold for every input.</summary>
/// <param name="Name">In lower case: the name of its seeds and of <c>--target</c>.</param>
/// <param name="Read">
/// Reads the input: true when it was accepted, false when it was refused as its parser promises to refuse. Every exception is a finding.
/// </param>
internal sealed record FuzzTarget(string Name, Func<byte[], bool> Read)
{
    /// <summary>Bytes of the longest input that is tried.</summary>
    public int Longest { get; init; } = 512;

    /// <summary>Bytes that one input may make the parser allocate.</summary>
    public long MostMemory { get; init; } = 16 << 20;

    /// <summary>False where an accepted input needs a signature that no seed has.</summary>
    public bool HasAccepted { get; init; } = true;

    /// <summary>Words of its grammar: chance would need long to write them.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>True where an input is JSON as a rule: then most are made by members and items, and the others by bytes.</summary>
    public bool IsJson { get; init; }

    /// <summary>Captures of the tests that are seeds too: a pattern of files below <c>tests/fixtures</c>; empty for none.</summary>
    public string Captures { get; init; } = "";
}
