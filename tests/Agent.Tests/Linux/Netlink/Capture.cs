using System.Text.Json.Nodes;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Tests.Linux.Netlink;

/// <summary>A captured answer of a real kernel, and how <c>ip</c> printed it.</summary>
internal static class Capture
{
    public static readonly string[] Interfaces = ["", "lo", "v0", "v1"];

    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "fixtures", "linux");

    public static IEnumerable<byte[]> Datagrams(string family) =>
        File.ReadLines(Path.Combine(Folder, $"{family}.hex")).Select(Convert.FromHexString);

    public static IReadOnlyList<NetlinkMessage> Messages(string family)
    {
        var messages = new List<NetlinkMessage>();
        foreach (var bytes in Datagrams(family))
        {
            ReadOnlyMemory<byte> datagram = bytes;
            while (NetlinkMessage.TryTake(ref datagram, out var message))
                messages.Add(message);
        }
        return messages;
    }

    public static IReadOnlyList<RouteMessage> Routes(string family) =>
        [.. Messages(family).Where(message => message.Type == MessageType.NewRoute).Select(message => RouteMessage.Read(message.Body))];

    public static IReadOnlyList<JsonObject> Oracle(string family) =>
        [.. File.ReadLines(Path.Combine(Folder, $"{family}.jsonl")).Select(line => JsonNode.Parse(line)!.AsObject())];
}
