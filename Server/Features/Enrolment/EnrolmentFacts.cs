using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>What facts must hold before they are stored and shown: short, printable, and of a system there is an agent for.</summary>
internal static class EnrolmentFacts
{
    private const int MaxName = 253,
        MaxText = 300,
        MaxEntries = 2000,
        MaxBytes = 256 * 1024,
        MostOffloads = 64;

    /// <summary>Everything that is wrong, a sentence each.</summary>
    public static IReadOnlyList<string> Problems(HostFacts? facts)
    {
        if (facts is null)
            return ["facts: missing"];
        var problems = new List<string>();
        if (
            facts.HostName is not { Length: > 0 and <= MaxName }
            || !ShownText.IsPlain(facts.HostName)
            || facts.HostName.Any(char.IsWhiteSpace)
        )
            problems.Add($"facts.hostName: 1 to {MaxName} characters without spaces");
        if (facts.Os is not ("linux" or "windows"))
            problems.Add("facts.os: must be 'linux' or 'windows'");
        Text(problems, "osName", facts.OsName);
        Text(problems, "kernel", facts.Kernel);
        Text(problems, "bootId", facts.BootId);
        Text(problems, "machineId", facts.MachineId ?? "");
        Text(problems, "agentVersion", facts.AgentVersion);
        Text(problems, "hypervisor", facts.Hypervisor ?? "");
        Text(problems, "congestionControl", facts.CongestionControl ?? "");
        Text(problems, "qdisc", facts.Qdisc ?? "");
        if (facts.Settings?.Count > MaxEntries || facts.Nics?.Count > MaxEntries)
            problems.Add($"facts: more than {MaxEntries} settings or interfaces");
        Interfaces(problems, facts.Nics ?? []);
        if (facts.Settings?.Any(setting => setting.Value is null) == true)
            problems.Add("facts.settings: a value is null");
        else if (facts.Settings?.Sum(setting => setting.Key.Length + setting.Value.Length) > MaxBytes)
            problems.Add($"facts.settings: more than {MaxBytes} characters together");
        return problems;
    }

    /// <summary>The facts with what an agent left out as empty instead of null.</summary>
    public static HostFacts Complete(HostFacts facts) =>
        facts with
        {
            MachineId = facts.MachineId ?? "",
            CongestionControl = facts.CongestionControl ?? "",
            Qdisc = facts.Qdisc ?? "",
            Settings = facts.Settings ?? new Dictionary<string, string>(StringComparer.Ordinal),
            Nics = facts.Nics ?? [],
        };

    private static void Interfaces(List<string> problems, IReadOnlyList<NicFacts> nics)
    {
        if (
            nics.Any(nic =>
                nic
                    is not {
                        Name.Length: > 0 and <= MaxName,
                        Driver: null or { Length: <= MaxName },
                        Offloads: null or { Count: <= MostOffloads }
                    }
                || nic.Offloads?.Any(offload => offload is null or { Length: > MaxName }) == true
            )
        )
            problems.Add(
                $"facts.nics: each has a name of at most {MaxName} characters, a driver of as many and at most {MostOffloads} offloads"
            );
        else if (nics.Select(nic => nic.Driver).Distinct(StringComparer.Ordinal).Skip(FactReading.MostValues).Any())
            problems.Add($"facts.nics: more than {FactReading.MostValues} different drivers");
    }

    private static void Text(List<string> problems, string name, string? value)
    {
        if (value is null || value.Length > MaxText || !ShownText.IsPlain(value))
            problems.Add($"facts.{name}: at most {MaxText} printable characters");
    }
}
