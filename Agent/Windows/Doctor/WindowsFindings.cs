using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Doctor;

/// <summary>Everything that the checks look at, read once.</summary>
internal sealed record WindowsFindings
{
    public required WindowsVersion Version { get; init; }

    /// <summary>Templates and filters; those of a Windows that has none are empty.</summary>
    public required WindowsState State { get; init; }

    /// <summary>What the best method could not report, and where two methods differ, as sentences.</summary>
    public IReadOnlyList<string> MethodNotes { get; init; } = [];

    /// <summary>The global parameters; what is not known of them is <see langword="null"/>.</summary>
    public NetshGlobal Global { get; init; } = new(null, null, null, null);

    /// <summary>The adapters, loopback apart.</summary>
    public IReadOnlyList<NicFacts> Nics { get; init; } = [];

    /// <summary>Which options of RFC 7323 TCP may use (Tcp1323Opts); empty when the registry says nothing, which is the default.</summary>
    public string Tcp1323Opts { get; init; } = "";

    /// <summary>Whether HTTP.sys offers HTTP/3 (EnableHttp3: 1); empty when the registry says nothing, which is no.</summary>
    public string Http3 { get; init; } = "";

    /// <summary>Packets of MsQuic's first flight (InitialWindowPackets); empty when the registry says nothing, which is 10.</summary>
    public string QuicPackets { get; init; } = "";

    /// <summary>A program waits on UDP port 443.</summary>
    public bool HasQuicPort { get; init; }

    /// <summary>How the service starts (SERVICE_..._START: 2 at boot, 3 on demand, 4 disabled); empty when there is no service.</summary>
    public string ServiceStart { get; init; } = "";

    /// <summary>What a running agent has seen.</summary>
    public AgentView Agent { get; init; } = new() { Absent = "No daemon answers." };

    /// <summary>The templates of connections that no filter covers, each with its window where one is known.</summary>
    public IEnumerable<Template> InUse => State.Landing.Select(State.Find).OfType<Template>();

    /// <summary>The largest window that connections get by default, segments.</summary>
    public int? Largest => InUse.Max(template => template.InitialCongestionWindow);
}
