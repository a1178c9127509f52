using System.Globalization;
using System.Net;
using IwTune.Lab;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>A machine of the cluster: a network namespace on the switch, with the address that <c>deploy/</c> gives it.</summary>
internal sealed class Machine
{
    /// <summary>An Ethernet address that no machine has: what is sent to it vanishes.</summary>
    private const string Nowhere = "02:00:00:00:00:01";

    private readonly Switch network;
    private readonly string port;

    public Machine(Switch network, string name, IPAddress address)
    {
        (this.network, Name, Address) = (network, name, address);
        port = $"to-{name}";
        Space = NetNamespace.Create(name);
        network.Plug(this, port);
    }

    public string Name { get; }

    public IPAddress Address { get; }

    public NetNamespace Space { get; }

    /// <summary>Unplugs it: its links stay up, and nothing arrives or leaves.</summary>
    public void Cut() => network.Space.Ip($"link set {port} nomaster");

    /// <summary>Plugs it in again.</summary>
    public void Mend() => network.Space.Ip($"link set {port} master {Switch.Bridge}");

    /// <summary>What it sends to another machine vanishes.</summary>
    public void Lose(Machine other) => Space.Ip($"neigh replace {other.Address} lladdr {Nowhere} nud permanent dev eth0");

    /// <summary>What it sends to another machine arrives again.</summary>
    public void Find(Machine other) => Space.Ip($"neigh del {other.Address} dev eth0");

    /// <summary>Runs a program as a user other than root, which PostgreSQL demands.</summary>
    /// <param name="login">The prefix of a command of that user.</param>
    /// <param name="home">The user's own directory.</param>
    /// <param name="command">The program and its arguments.</param>
    public LabProcess Start(IReadOnlyList<string> login, string home, params string[] command) =>
        Space.Start("env", ["LC_ALL=C", $"HOME={home}", .. login, .. command], environment: null);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Name} ({Address})");
}
