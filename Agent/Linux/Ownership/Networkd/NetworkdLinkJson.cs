using System.Buffers.Binary;
using System.Net;
using System.Text.Json;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>
/// Reads the answer of <c>org.freedesktop.network1.Manager.DescribeLink</c> (since systemd 249; src/network/networkd-json.c). Its keys are
/// not guaranteed: what is missing or of another type is left out, never guessed.
/// </summary>
internal static class NetworkdLinkJson
{
    /// <returns><see langword="null"/> when networkd does not manage the link, or this is not such an answer.</returns>
    public static NetworkdLink? Read(string json)
    {
        try
        {
            using var document = JsonDocument.Parse(json);
            var link = document.RootElement;
            if (link.ValueKind != JsonValueKind.Object || Text(link, "AdministrativeState") is not ("configured" or "configuring"))
                return null;
            var routes = new List<NetworkdRoute>();
            if (link.TryGetProperty("Routes", out var list) && list.ValueKind == JsonValueKind.Array)
            {
                foreach (var entry in list.EnumerateArray())
                {
                    if (Route(entry) is { } route)
                        routes.Add(route);
                }
            }
            return new NetworkdLink(Text(link, "NetworkFile"), routes);
        }
        catch (Exception unreadable) when (unreadable is JsonException or InvalidOperationException)
        {
            // Half of a surrogate pair is valid by the grammar of JSON and cannot be read as text (RFC 8259 §8.2).
            return null;
        }
    }

    private static NetworkdRoute? Route(JsonElement entry)
    {
        if (
            entry.ValueKind != JsonValueKind.Object
            || Number(entry, "Family") is not { } family
            || family is not (RouteNumbers.Inet or RouteNumbers.Inet6)
            || Address(entry, "Destination", (byte)family) is not { } destination
            || Number(entry, "DestinationPrefixLength") is not { } length
            || length is < 0 or > 128
            || Text(entry, "ConfigSource") is not { } source
        )
            return null;
        var key = new RouteKey(
            (byte)family,
            (uint)(Number(entry, "Table") ?? RouteNumbers.MainTable),
            destination,
            (byte)length,
            0,
            0,
            0,
            (uint)(Number(entry, "Priority") ?? 0)
        );
        return new NetworkdRoute(key, (byte)(Number(entry, "Protocol") ?? 0), Gateway(entry), Source(source));
    }

    /// <summary>network_config_source_to_string; <c>foreign</c> is what networkd found and did not make.</summary>
    private static RouteSource? Source(string source) =>
        source switch
        {
            "foreign" => null,
            "static" => RouteSource.Static,
            "DHCPv4" => RouteSource.Dhcp4,
            "DHCPv6" or "DHCP-PD" => RouteSource.Dhcp6,
            "NDisc" => RouteSource.RouterAdvertisement,
            _ => RouteSource.Unknown,
        };

    private static IPAddress? Gateway(JsonElement entry) =>
        Bytes(entry, "Gateway") is { Length: 4 or 16 } bytes ? new IPAddress(bytes) : null;

    private static UInt128? Address(JsonElement entry, string name, byte family) =>
        Bytes(entry, name) switch
        {
            { Length: 4 } bytes when family == RouteNumbers.Inet => BinaryPrimitives.ReadUInt32BigEndian(bytes),
            { Length: 16 } bytes when family == RouteNumbers.Inet6 => BinaryPrimitives.ReadUInt128BigEndian(bytes),
            _ => null,
        };

    private static byte[]? Bytes(JsonElement entry, string name)
    {
        if (!entry.TryGetProperty(name, out var list) || list.ValueKind != JsonValueKind.Array || list.GetArrayLength() > 16)
            return null;
        var bytes = new byte[list.GetArrayLength()];
        var at = 0;
        foreach (var item in list.EnumerateArray())
        {
            if (item.ValueKind != JsonValueKind.Number || !item.TryGetByte(out bytes[at++]))
                return null;
        }
        return bytes;
    }

    private static string? Text(JsonElement entry, string name) =>
        entry.TryGetProperty(name, out var text) && text.ValueKind == JsonValueKind.String ? text.GetString() : null;

    private static long? Number(JsonElement entry, string name) =>
        entry.TryGetProperty(name, out var number) && number.ValueKind == JsonValueKind.Number && number.TryGetInt64(out var value)
            ? value
            : null;
}
