using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Engine.Settings;

/// <summary>What reading a settings file gave: the settings, or everything that is wrong with it.</summary>
/// <param name="Settings">The settings; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems, in the order of the document; empty when there are settings.</param>
public sealed record HostSettingsResult(HostSettings? Settings, IReadOnlyList<PolicyProblem> Problems)
{
    /// <summary>The keys that the document writes, as in <c>repairs.max</c>.</summary>
    public IReadOnlySet<string> Written { get; init; } = new HashSet<string>(StringComparer.Ordinal);
}

/// <summary>
/// Reads <c>agent.yaml</c>. Every key is optional; an unknown one is a problem, because a setting that is ignored is worse than none.
/// </summary>
public static class HostSettingsReader
{
    private static readonly string[] Known = ["mode", "backend", "bpf", "network-manager", "networkd", "rtt", "repairs", "monitoring"];

    /// <summary>The settings, or everything that is wrong with the text. Never throws because of the text.</summary>
    public static HostSettingsResult Read(string text)
    {
        // A file in which every line is commented out is how people keep a template.
        if (text.Split('\n').All(line => line.AsSpan().Trim() is [] or ['#', ..]))
            return new(HostSettings.Default, []);
        var findings = new Findings();
        var written = new HashSet<string>(StringComparer.Ordinal);
        var settings = Document.Read(text, findings) is { } root ? Read(root, findings, written) : null;
        return findings.Any || settings is null ? new(null, findings.Problems) : new(settings, []) { Written = written };
    }

    private static HostSettings? Read(Node root, Findings findings, HashSet<string> written)
    {
        if (root is not Node.Mapping mapping)
        {
            findings.Problem("", root, "must be a mapping, as in `backend: routes`");
            return null;
        }
        var keys = Keys.Of(mapping, "", Known, findings);
        Note(keys, ["mode", "backend"]);
        var bpf = SettingValue.Section(keys, "bpf", ["cgroup", "pod-logs"], findings);
        Note(bpf, ["cgroup", "pod-logs"]);
        var manager = SettingValue.Section(keys, "network-manager", ["convert-gateway"], findings);
        Note(manager, ["convert-gateway"]);
        var networkd = SettingValue.Section(keys, "networkd", ["reload-now"], findings);
        Note(networkd, ["reload-now"]);
        var rtt = SettingValue.Section(keys, "rtt", ["destinations", "every"], findings);
        Note(rtt, ["destinations", "every"]);
        var repairs = SettingValue.Section(keys, "repairs", ["max", "within"], findings);
        Note(repairs, ["max", "within"]);
        var monitoring = SettingValue.Section(keys, "monitoring", ["fall-back-after"], findings);
        Note(monitoring, ["fall-back-after"]);
        var usual = HostSettings.Default;
        return new HostSettings
        {
            Mode = SettingValue.Word(keys, "mode", [("enforce", HostMode.Enforce), ("observe", HostMode.Observe)], usual.Mode, findings),
            ModeFrom = keys["mode"] is null ? usual.ModeFrom : "agent.yaml",
            Backend = SettingValue.Word(keys, "backend", [("routes", Backend.Routes), ("bpf", Backend.Bpf)], usual.Backend, findings),
            ControlGroup = SettingValue.Directory(bpf, "cgroup", findings),
            PodLogs = SettingValue.Directory(bpf, "pod-logs", findings) ?? usual.PodLogs,
            ConvertGateway = SettingValue.Flag(manager, "convert-gateway", findings),
            ReloadNetworkd = SettingValue.Flag(networkd, "reload-now", findings),
            Rtt = new RttSettings(
                RttDestinations.Read(rtt, findings),
                SettingValue.Time(rtt, "every", TimeSpan.FromSeconds(30), TimeSpan.FromHours(24), usual.Rtt.Every, findings)
            ),
            FallBackAfter = SettingValue.Time(
                monitoring,
                "fall-back-after",
                TimeSpan.FromMinutes(10),
                TimeSpan.FromHours(24),
                usual.FallBackAfter,
                findings
            ),
            Repairs = new RepairLimit(
                SettingValue.Number(repairs, "max", 1, 1000, usual.Repairs.Max, findings),
                SettingValue.Time(repairs, "within", TimeSpan.FromMinutes(1), TimeSpan.FromHours(24), usual.Repairs.Within, findings)
            ),
        };

        void Note(Keys? section, string[] names) =>
            written.UnionWith(names.Where(name => section?.Has(name) == true).Select(name => section!.PathOf(name)));
    }
}
