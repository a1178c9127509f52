using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Checking;

/// <summary>What <c>iwtune windows-check</c> reads and tries on a Windows.</summary>
internal static class WindowsCheck
{
    private const string NoFilters = "Transport filters came with Windows Server 2012; this release has none to try.";

    /// <param name="version">Which Windows this is.</param>
    /// <param name="system">The folder of the system's programs.</param>
    public static HostCheck Of(WindowsVersion version, string system)
    {
        var commands = new CheckCommands(system);
        var rules = VersionRules.Of(version);
        return new HostCheck(
            VersionTable.NameOf(version),
            version.Build,
            [.. new BaselineCommands(system).All, .. commands.Classes],
            Trials(commands, rules),
            Absent(rules)
        )
        {
            Marks = Marks(version),
        };
    }

    private static IReadOnlyList<HostTrial> Trials(CheckCommands commands, VersionRules rules)
    {
        if (rules.Unsupported is not null)
            return [];
        // A custom template: on a server as it comes no connection uses it.
        var template = rules.Custom.Concat(rules.Writable).First();
        var window = TemplateTrial.Of(commands, template, rules.Most);
        return HasFilters(rules) ? [window, FilterTrial.OfPrefix(commands, template), FilterTrial.OfPort(commands, template)] : [window];
    }

    private static Dictionary<string, string> Absent(VersionRules rules)
    {
        var absent = new Dictionary<string, string>(StringComparer.Ordinal);
        if (rules.Unsupported is { } unsupported)
            absent[VersionAspect.Template.Word()] = unsupported;
        if (!HasFilters(rules))
            absent[VersionAspect.PrefixScope.Word()] = absent[VersionAspect.PortScope.Word()] = rules.Unsupported ?? NoFilters;
        return absent;
    }

    private static bool HasFilters(VersionRules rules) => rules.Custom.Count > 0;

    private static Dictionary<string, string> Marks(WindowsVersion version) =>
        VersionTable.RowOf(version) is var (_, build)
            ? Enum.GetValues<VersionAspect>()
                .ToDictionary(aspect => aspect.Word(), aspect => VersionTable.Of(build, aspect).Mark.Word(), StringComparer.Ordinal)
            : [];
}
