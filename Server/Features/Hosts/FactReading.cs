using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>Selector values from facts, beside name, system and kernel, which every row has.</summary>
internal static class FactReading
{
    /// <summary>Of one key, such as the drivers of a host's interfaces.</summary>
    public const int MostValues = 64;

    /// <summary>The key of the agent's version.</summary>
    public const string Agent = "agent";

    private const int MaxLength = 128;

    public static IEnumerable<(string Key, string Value)> Of(HostFacts facts)
    {
        var (distribution, version) = Distribution.Of(facts.OsName, facts.Os);
        var values = new List<(string, string)>
        {
            ("distribution", distribution),
            ("distribution-version", version),
            ("windows-build", facts.Os == "windows" ? Build(facts.Kernel) : ""),
            (Agent, facts.AgentVersion),
            ("congestion-control", facts.CongestionControl),
            ("qdisc", facts.Qdisc),
            ("hypervisor", facts.Hypervisor ?? ""),
        };
        foreach (var nic in facts.Nics)
            if (nic.Up)
                values.Add(("nic", nic.Driver ?? ""));
        return values.Select(pair => (pair.Item1, pair.Item2.Length > MaxLength ? pair.Item2[..MaxLength] : pair.Item2));
    }

    /// <summary>Every Windows since 2016 is version 10.0; the build number after it distinguishes them.</summary>
    private static string Build(string version) =>
        version.Split('.') is [_, _, .. { Length: > 0 } build] ? string.Join('.', build) : version;
}
