using System.Net;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>What a verb works with. Tests give it a simulated host and their own terminal.</summary>
internal sealed record CliContext(Func<Func<IReadOnlyList<IPEndPoint>>, HostPorts> Open, Terminal Terminal, TimeProvider Time)
{
    public static CliContext OfThisProcess() => new(ThisHost.Open, Terminal.OfThisProcess(), TimeProvider.System);

    /// <summary>The host, without a place to connect to.</summary>
    public HostPorts Host() => Open(() => []);
}
