using System.Globalization;
using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Checking;

/// <summary>A transport filter is added and removed. It covers no connection of the host.</summary>
internal static class FilterTrial
{
    /// <summary>TEST-NET-1, which no host has (RFC 5737).</summary>
    public static readonly IPNetwork Prefix = IPNetwork.Parse("192.0.2.0/24");

    /// <summary>A remote port without a registration (IANA: dynamic ports).</summary>
    public const ushort Port = 65530;

    private const string There = "there",
        None = "none";

    public static HostTrial OfPrefix(CheckCommands commands, TemplateName template) =>
        Of(
            commands,
            VersionAspect.PrefixScope,
            $"filter {Prefix}",
            "supplementalsubnet",
            new NetshCommand.AddSubnet(template, Prefix),
            new NetshCommand.DeleteSubnet(Prefix),
            // No digit before or after it: 1192.0.2.0 is no address, and 192.0.2.01 another text.
            "192.0.2.0",
            filter => filter.Destination == Prefix
        );

    public static HostTrial OfPort(CheckCommands commands, TemplateName template) =>
        Of(
            commands,
            VersionAspect.PortScope,
            string.Create(CultureInfo.InvariantCulture, $"filter remote port {Port}"),
            "supplementalport",
            new NetshCommand.AddPort(template, null, Port),
            new NetshCommand.DeletePort(null, Port),
            Port.ToString(CultureInfo.InvariantCulture),
            filter => filter.Destination is null && filter.LocalPorts is null && filter.RemotePorts == (Port, Port)
        );

    private static HostTrial Of(
        CheckCommands commands,
        VersionAspect aspect,
        string subject,
        string verb,
        NetshCommand add,
        NetshCommand delete,
        string shown,
        Func<TransportFilter, bool> isOurs
    ) =>
        new(
            aspect.Word(),
            subject,
            [
                new(
                    commands.Netsh($"netsh-look-{verb}s", ["interface", "tcp", "show", $"{verb}s", "level=verbose"]),
                    run => ByNetsh(run, shown)
                ),
                new(
                    commands.Cmdlet($"get-nettransportfilter-look-{verb}", CmdletCommand.With("Get-NetTransportFilter")),
                    run => ByCmdlet(run, isOurs)
                ),
                new(commands.WmiFilters($"wmi-look-{verb}"), _ => null),
            ]
        )
        {
            Other = state => state == None ? There : null,
            Make = state => state == There ? commands.Netsh($"netsh-add-{verb}", add) : commands.Netsh($"netsh-delete-{verb}", delete),
            Stops = true,
            Refusal = _ => $"A {subject} exists, and the check would remove it.",
        };

    // The table is in the language of the host and not captured; the number in it is the same in every language.
    private static string? ByNetsh(HostCommandRun run, string shown) =>
        run.ExitCode == 0 && run.Output.Length > 0
            ? OemCodePage.OneLine(run.Output).Contains(shown, StringComparison.Ordinal)
                ? There
                : None
            : null;

    private static string? ByCmdlet(HostCommandRun run, Func<TransportFilter, bool> isOurs) =>
        run.ExitCode == 0
        && ChildAnswer.Read(run.Output) is { Error: null } answer
        && FilterRows.Read(answer.Rows) is { Problem.Length: 0 } reading
            ? reading.Filters.Any(isOurs)
                ? There
                : None
            : null;
}
