using System.Globalization;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Checking;

/// <summary>What <c>iwtune windows-check</c> reads and tries on a Windows.</summary>
internal static class WindowsCheck
{
    private const int Server2012 = 9200;

    /// <param name="version">Which Windows this is.</param>
    /// <param name="system">The folder of the system's programs.</param>
    public static HostCheck Of(WindowsVersion version, string system)
    {
        var commands = new CheckCommands(system);
        var rules = VersionRules.Of(version);
        IReadOnlyList<HostCommand> reads = [.. new BaselineCommands(system).All, .. commands.Classes];
        if (rules.Unsupported is { } unsupported)
            return new HostCheck(
                Release(version),
                version.Build,
                reads,
                [],
                new Dictionary<string, string>(StringComparer.Ordinal)
                {
                    [VersionAspect.Template.Word()] = unsupported,
                    [VersionAspect.PrefixScope.Word()] = unsupported,
                    [VersionAspect.PortScope.Word()] = unsupported,
                }
            );
        // A custom template: on a server as it comes no connection uses it.
        var template = rules.Custom.Concat(rules.Writable).First();
        if (version.Build >= Server2012)
            return new HostCheck(
                Release(version),
                version.Build,
                reads,
                [
                    TemplateTrial.Of(commands, template, rules.Most),
                    FilterTrial.OfPrefix(commands, template),
                    FilterTrial.OfPort(commands, template),
                ],
                new Dictionary<string, string>(StringComparer.Ordinal)
            );
        const string NoFilters = "Transport filters came with Windows Server 2012; this release has none to try.";
        return new HostCheck(
            Release(version),
            version.Build,
            reads,
            [TemplateTrial.Of(commands, template, rules.Most)],
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                [VersionAspect.PrefixScope.Word()] = NoFilters,
                [VersionAspect.PortScope.Word()] = NoFilters,
            }
        );
    }

    /// <summary>The name of the release's row.</summary>
    internal static string Release(WindowsVersion version) =>
        !version.Server ? string.Create(CultureInfo.InvariantCulture, $"client {version.Build}")
        : version.Build >= Server2012 ? VersionTable.Servers.Last(server => server.Build <= version.Build).Name
        : version.HasTemplateHotfix ? "2008 R2+hotfix"
        : "2008 R2";
}
