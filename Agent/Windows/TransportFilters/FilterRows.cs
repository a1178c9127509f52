using System.Globalization;
using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Transport filters as objects of MSFT_NetTransportFilter, out of them and into them.</summary>
internal static class FilterRows
{
    /// <summary>The class that Get-NetTransportFilter lists.</summary>
    public const string Class = "MSFT_NetTransportFilter";

    public static FilterReading Read(IReadOnlyList<IReadOnlyDictionary<string, object?>> rows)
    {
        var filters = new List<TransportFilter>();
        foreach (var row in rows.Select(row => new PropertyValues(row)))
        {
            if (Of(row, out var problem) is not { } filter)
                return new([], problem);
            filters.Add(filter);
        }
        return new(filters);
    }

    /// <returns><see langword="null"/> for one that this version cannot distinguish from others; none may then be touched.</returns>
    public static TransportFilter? Of(PropertyValues row, out string problem)
    {
        problem = "";
        var prefix = row.Text("DestinationPrefix");
        if (row.Template("SettingName") is not { } setting)
            problem = $"a transport filter gives a template that is not known: '{row.Text("SettingName")}'";
        else if (!TryDestination(prefix, out var destination))
            problem = $"a transport filter has a destination that is no prefix: '{prefix}'";
        else if (!TryPorts(row, "Local", out var local) || !TryPorts(row, "Remote", out var remote))
            problem = "a transport filter has a port above 65535";
        else
        {
            return new(setting, destination)
            {
                LocalPorts = local,
                RemotePorts = remote,
                // Protocol numbers of IANA where an object has the number.
                Protocol = row.Text("Protocol")?.ToUpperInvariant() switch
                {
                    null or "6" => "TCP",
                    "17" => "UDP",
                    var word => word,
                },
            };
        }
        return null;
    }

    /// <summary>
    /// Its fields, by the names of the cmdlets' parameters and of the properties. All four ports or none: hosts have been seen to accept
    /// only that.
    /// </summary>
    public static IEnumerable<(string Name, object Value)> Fields(TransportFilter filter)
    {
        yield return ("SettingName", filter.Setting.ToString());
        yield return ("Protocol", filter.Protocol);
        if (filter.Destination is { } destination)
            yield return (
                "DestinationPrefix",
                string.Create(CultureInfo.InvariantCulture, $"{destination.BaseAddress}/{destination.PrefixLength}")
            );
        if (filter.LocalPorts is null && filter.RemotePorts is null)
            yield break;
        var local = filter.LocalPorts ?? (0, ushort.MaxValue);
        var remote = filter.RemotePorts ?? (0, ushort.MaxValue);
        yield return ("LocalPortStart", local.First);
        yield return ("LocalPortEnd", local.Last);
        yield return ("RemotePortStart", remote.First);
        yield return ("RemotePortEnd", remote.Last);
    }

    /// <summary>Why no filter can be this one, as a sentence; empty when one can.</summary>
    public static string Impossible(TransportFilter filter) =>
        filter switch
        {
            { Destination: not null, LocalPorts: not null } or { Destination: not null, RemotePorts: not null } =>
                "a transport filter matches a destination or ports, not both",
            { Destination: null, LocalPorts: null, RemotePorts: null } =>
                "a transport filter matches a destination or ports; this one matches neither",
            _ => "",
        };

    private static bool TryDestination(string? prefix, out IPNetwork? destination)
    {
        destination = null;
        if (prefix is null or "*")
            return true;
        var parts = prefix.Split('/');
        if (parts.Length > 2 || !IPAddress.TryParse(parts[0], out var address))
            return false;
        var bits = address.GetAddressBytes();
        var length = bits.Length * 8;
        if (
            parts.Length == 2
            && (!int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out length) || length > bits.Length * 8)
        )
            return false;
        // Bits behind the prefix mean nothing; IPNetwork does not take them.
        for (var bit = length; bit < bits.Length * 8; bit++)
            bits[bit / 8] &= (byte)~(0x80 >> (bit % 8));
        destination = new IPNetwork(new IPAddress(bits), length);
        return true;
    }

    // A filter for a destination has no ports: they come as null, as 0, or as all of them.
    private static bool TryPorts(PropertyValues row, string end, out (ushort First, ushort Last)? ports)
    {
        var (first, last) = (row.Number(end + "PortStart"), row.Number(end + "PortEnd"));
        ports = (first, last) is (<= ushort.MaxValue, <= ushort.MaxValue) and not ((0, 0) or (0, ushort.MaxValue))
            ? ((ushort)first!, (ushort)last!)
            : null;
        return !(first > ushort.MaxValue || last > ushort.MaxValue);
    }
}
