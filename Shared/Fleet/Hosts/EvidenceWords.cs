using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>How evidence was obtained, in the words of pages and commands.</summary>
public static class EvidenceWords
{
    /// <summary>"fresh connection", "read back", "live traffic" or "remote end".</summary>
    public static string Of(EvidenceMethod method) =>
        method switch
        {
            EvidenceMethod.FreshConnection => "fresh connection",
            EvidenceMethod.ReadBack => "read back",
            EvidenceMethod.Passive => "live traffic",
            _ => "remote end",
        };
}
