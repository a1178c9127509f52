using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>What facts must hold before they are stored and shown: short, printable, and of a system there is an agent for.</summary>
internal static class EnrolmentFacts
{
    private const int MaxName = 253, MaxText = 300, MaxEntries = 2000;

    /// <summary>Everything that is wrong, a sentence each.</summary>
    public static IReadOnlyList<string> Problems(HostFacts? facts)
    {
        if (facts is null)
            return ["facts: missing"];
        var problems = new List<string>();
        if (facts.HostName is not { Length: > 0 and <= MaxName } || facts.HostName.Any(c => char.IsControl(c) || char.IsWhiteSpace(c)))
            problems.Add($"facts.hostName: 1 to {MaxName} characters without spaces");
        if (facts.Os is not ("linux" or "windows"))
            problems.Add("facts.os: is 'linux' or 'windows'");
        Text(problems, "osName", facts.OsName);
        Text(problems, "kernel", facts.Kernel);
        Text(problems, "bootId", facts.BootId);
        Text(problems, "machineId", facts.MachineId ?? "");
        Text(problems, "agentVersion", facts.AgentVersion);
        Text(problems, "hypervisor", facts.Hypervisor ?? "");
        if (facts.Settings?.Count > MaxEntries || facts.Nics?.Count > MaxEntries)
            problems.Add($"facts: more than {MaxEntries} settings or interfaces");
        return problems;
    }

    /// <summary>The facts with what an agent left out as empty instead of null.</summary>
    public static HostFacts Complete(HostFacts facts) => facts with
    {
        MachineId = facts.MachineId ?? "",
        CongestionControl = facts.CongestionControl ?? "",
        Qdisc = facts.Qdisc ?? "",
        Settings = facts.Settings ?? new Dictionary<string, string>(StringComparer.Ordinal),
        Nics = facts.Nics ?? [],
    };

    private static void Text(List<string> problems, string name, string? value)
    {
        if (value is null || value.Length > MaxText || value.Any(char.IsControl))
            problems.Add($"facts.{name}: at most {MaxText} printable characters");
    }
}
