using IwTune.Benchmarks.Measuring;
using IwTune.Lab;

namespace IwTune.Benchmarks.Rivals;

/// <summary>Starts other agents at rest: own configuration, own ports on loopback, without touching the host's.</summary>
internal static class IdleAgents
{
    /// <summary>Of the node exporter, on the loopback of its namespace.</summary>
    public const int ExporterPort = 19100;

    /// <summary>The name of the file that <see cref="StartZabbix"/> writes.</summary>
    public const string ZabbixConfiguration = "zabbix_agent2.conf";

    public static LabProcess StartNodeExporter(NetNamespace space) =>
        space.Start(Rival.NodeExporter.Program, $"--web.listen-address=127.0.0.1:{ExporterPort}");

    public static LabProcess StartZabbix(NetNamespace space, Scratch scratch)
    {
        var configuration = scratch.Write(
            ZabbixConfiguration,
            $"""
            LogType=console
            PidFile={scratch.At("zabbix.pid")}
            ControlSocket={scratch.At("zabbix.control")}
            PluginSocket={scratch.At("zabbix.plugin")}
            Server=127.0.0.1
            ListenIP=127.0.0.1
            ListenPort=19150
            Hostname=bench

            """
        );
        return space.Start(Rival.Zabbix.Program, "-f", "-c", configuration);
    }
}
