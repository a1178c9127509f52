using System.Globalization;
using System.Net;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Netsh;

/// <summary>
/// <c>add|delete supplementalsubnet|supplementalport</c>: the syntax of Microsoft's page of "netsh interface". That a duplicate, a missing
/// filter and a client are refused with exit 1 is assumed; their texts are not captured, so nothing is printed.
/// </summary>
internal static class NetshFilters
{
    /// <returns>The filter that the command names; <see langword="null"/> when its parameters are not those of the page.</returns>
    public static FilterState? Named(NetshLine command, Func<string, string> nameOf)
    {
        var template = command is { Verb: "add", Template: { } word } ? nameOf(word) : "";
        if ((command.Verb == "add") != (command.Template is not null))
            return null;
        return command switch
        {
            { What: "supplementalsubnet" }
                when command.Parameters.Count == (command.Verb == "add" ? 3 : 2) && Prefix(command) is { } prefix => new FilterState(
                template
            )
            {
                DestinationPrefix = prefix,
            },
            { What: "supplementalport" }
                when command.Parameters.Count == (command.Verb == "add" ? 3 : 2)
                    && Ports(command, "localport") is var (localFirst, localLast)
                    && Ports(command, "remoteport") is var (remoteFirst, remoteLast) => new FilterState(template)
            {
                LocalPortStart = localFirst,
                LocalPortEnd = localLast,
                RemotePortStart = remoteFirst,
                RemotePortEnd = remoteLast,
            },
            _ => null,
        };
    }

    /// <summary>Carries it out.</summary>
    /// <returns>True when it was done.</returns>
    public static bool Change(Access access, NetshLine command, FilterState filter)
    {
        var there = access.State.Filters.FirstOrDefault(filter.CoversTheSame);
        if (access.Fault(FaultKind.Denied) is not null || !Profile.Of(access.State.Profile).Server)
            return false;
        if (command.Verb == "add")
        {
            if (there is not null || access.Fault(FaultKind.FilterClash) is not null || access.Seen.Template(filter.SettingName) is null)
                return false;
            if (access.Fault(FaultKind.LostWrite) is null)
                access.Change(state => state with { Filters = [.. state.Filters, filter] });
            return true;
        }
        if (there is null)
            return false;
        if (access.Fault(FaultKind.LostWrite) is null)
            access.Change(state => state with { Filters = [.. state.Filters.Where(one => one != there)] });
        return true;
    }

    private static string? Prefix(NetshLine command) =>
        command.Parameters.GetValueOrDefault("address") is { } address
        && IPNetwork.TryParse(address, out var network)
        && command.Parameters.GetValueOrDefault("family")
            == (network.BaseAddress.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork ? "ipv4" : "ipv6")
            ? address
            : null;

    private static (ushort First, ushort Last)? Ports(NetshLine command, string parameter) =>
        command.Parameters.GetValueOrDefault(parameter) switch
        {
            "*" => (0, ushort.MaxValue),
            { } text when ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) => (port, port),
            _ => null,
        };
}
