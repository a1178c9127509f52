using System.Net;
using IwTune.Lab;

namespace IwTune.Chaos.Cluster.Machines;

/// <summary>The network of the machines, in the namespace of the proxy in front of the fleet.</summary>
internal sealed class Switch
{
    public const string Bridge = "br0";

    public Switch(NetNamespace space, IPAddress address)
    {
        Space = space;
        space.IpBatch($"link add {Bridge} type bridge", $"link set {Bridge} up", $"addr add {address}/24 dev {Bridge}");
    }

    public NetNamespace Space { get; }

    public void Plug(Machine machine, string port)
    {
        Space.IpBatch(
            $"link add {port} type veth peer name eth0 netns {machine.Space.Name}",
            $"link set {port} master {Bridge}",
            $"link set {port} up"
        );
        machine.Space.IpBatch("link set eth0 up", $"addr add {machine.Address}/24 dev eth0");
    }
}
