using IwTune.Lab;

namespace IwTune.Benchmarks.Rivals;

/// <summary>A program of Debian for comparison with ours.</summary>
/// <param name="Program">The program to run.</param>
/// <param name="Package">The package that contains it.</param>
internal sealed record Rival(string Program, string Package)
{
    public static readonly Rival NodeExporter = new("prometheus-node-exporter", "prometheus-node-exporter");
    public static readonly Rival Zabbix = new("zabbix_agent2", "zabbix-agent2");
    public static readonly Rival Nmcli = new("nmcli", "network-manager");
    public static readonly Rival Tuned = new("tuned-adm", "tuned");
    public static readonly Rival Puppet = new("puppet", "puppet-agent");
    public static readonly Rival Ansible = new("ansible-playbook", "ansible-core");
    public static readonly Rival Wrk = new("wrk", "wrk");
    public static readonly Rival Cfengine = new("cf-agent", "cfengine3");
    public static readonly Rival Networkd = new("networkctl", "systemd");
    public static readonly Rival NetworkManager = new("NetworkManager", "network-manager");

    public bool Installed => Commands.Installed(Program);

    /// <summary>The version of its package, without Debian's epoch and revision; empty where dpkg does not know it.</summary>
    public string Version =>
        Commands.TryRun("dpkg-query", "-W", "-f=${source:Upstream-Version}", Package) is { ExitCode: 0 } found ? found.Output.Trim() : "";

    /// <summary>The text in place of its figure when it is not installed.</summary>
    public string NotInstalled => $"{Package} not installed: apt-get install {Package}";
}
