using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows.Collecting;

/// <summary>Commands whose outputs are not published for every Windows, each by the absolute path of its program.</summary>
/// <param name="system">The folder of the system's programs.</param>
internal sealed class BaselineCommands(string system)
{
    private const string Nsi = $@"HKLM\{TcpSettingsKey.Path}";

    /// <summary>Values of <c>icw</c> that show the limits of this Windows; after each the template is shown.</summary>
    private static readonly string[] Values = ["11", "1", "65", "66", "default", "4"];

    private static readonly string[] Words =
    [
        "automatic",
        "internet",
        "datacenter",
        "compat",
        "custom",
        "internetcustom",
        "datacentercustom",
    ];

    /// <summary>What the service wrote.</summary>
    public HostCommand EventLog =>
        new(
            "event-log",
            Path.Combine(system, "wevtutil.exe"),
            [
                "query-events",
                "Application",
                "/query:*[System[Provider[@Name='IwTune']]]",
                "/format:text",
                "/reversedirection:true",
                "/count:1000",
            ]
        );

    /// <summary>The templates as netsh shows them.</summary>
    public IReadOnlyList<HostCommand> Templates =>
        [
            Netsh("netsh-show-supplemental", "show", "supplemental"),
            .. Words.Select(word => Netsh($"netsh-show-supplemental-{word}", "show", "supplemental", $"template={word}")),
        ];

    /// <summary>Everything that changes nothing.</summary>
    public IReadOnlyList<HostCommand> All =>
        [
            new("ver", Path.Combine(system, "cmd.exe"), ["/d", "/c", "ver"]),
            .. Templates,
            Netsh("netsh-show-supplemental-unknown-template", "show", "supplemental", "template=nosuchtemplate"),
            Netsh("netsh-show-supplementalports", "show", "supplementalports", "level=verbose"),
            Netsh("netsh-show-supplementalsubnets", "show", "supplementalsubnets", "level=verbose"),
            Netsh("netsh-show-global", "show", "global"),
            Netsh("netsh-show-global-persistent", "show", "global", "store=persistent"),
            Netsh("netsh-show-heuristics", "show", "heuristics"),
            Netsh("netsh-show-help", "show"),
            Netsh("netsh-set-supplemental-help", "set", "supplemental", "/?"),
            Netsh("netsh-dump", "dump"),
            PowerShell("get-nettcpsetting", "Get-NetTCPSetting"),
            PowerShell("get-nettcpsetting-json", "Get-NetTCPSetting | ConvertTo-Json -Depth 3"),
            PowerShell("get-nettcpsetting-members", "Get-NetTCPSetting | Get-Member"),
            PowerShell("get-nettransportfilter", "Get-NetTransportFilter"),
            PowerShell("get-nettransportfilter-list", "Get-NetTransportFilter | Format-List -Property *"),
            PowerShell("get-nettransportfilter-json", "Get-NetTransportFilter | ConvertTo-Json -Depth 3"),
            // By template and state only: the host's peers are private.
            PowerShell(
                "get-nettcpconnection-appliedsetting",
                "Get-NetTCPConnection | Group-Object -Property AppliedSetting, State -NoElement | Format-Table -AutoSize"
            ),
            .. Registry(""),
        ];

    /// <summary>
    /// How this Windows takes values, for one template: valid and invalid ones by netsh and by cmdlet, with the template shown after each.
    /// </summary>
    public IReadOnlyList<HostCommand> Writes(Target target)
    {
        if (
            !target.Id.StartsWith("template ", StringComparison.Ordinal)
            || !Enum.TryParse<TemplateName>(target.Id["template ".Length..], out var name)
            || name == TemplateName.Automatic
        )
            return [];
        var word = NetshCommand.Word(name);
        return
        [
            .. Registry($"-{word}-after-a-change"),
            .. Values.SelectMany(value =>
                (HostCommand[])
                    [
                        Netsh($"netsh-set-{word}-icw-{value}", "set", "supplemental", $"template={word}", $"icw={value}"),
                        Netsh($"netsh-show-{word}-after-icw-{value}", "show", "supplemental", $"template={word}"),
                    ]
            ),
            PowerShell(
                $"set-nettcpsetting-{word}-icw-11",
                $"Set-NetTCPSetting -SettingName {name} -InitialCongestionWindowMss 11 -Confirm:$false"
            ),
            Netsh($"netsh-show-{word}-after-set-nettcpsetting-icw-11", "show", "supplemental", $"template={word}"),
        ];
    }

    private HostCommand[] Registry(string suffix) =>
        [
            new($"reg-query-nsi-26{suffix}", Path.Combine(system, "reg.exe"), ["query", $@"{Nsi}\26"]),
            new($"reg-query-nsi-27{suffix}", Path.Combine(system, "reg.exe"), ["query", $@"{Nsi}\27"]),
        ];

    private HostCommand Netsh(string name, params string[] arguments) =>
        new(name, Path.Combine(system, "netsh.exe"), ["interface", "tcp", .. arguments]);

    /// <summary>Windows PowerShell, which every Windows has; the script is one of those above and takes no input.</summary>
    private HostCommand PowerShell(string name, string script) =>
        new(name, WindowsPowerShell.PathIn(system), [.. ChildScript.Options, "-Command", script]);
}
