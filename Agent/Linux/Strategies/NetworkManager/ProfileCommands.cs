using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership.NetworkManager;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.NetworkManager;

/// <summary>A change of a profile as the commands that a person would type.</summary>
internal static class ProfileCommands
{
    private static readonly string[] Positional = ["dest", "prefix", "next-hop", "metric"];

    /// <summary>
    /// <c>nmcli connection modify</c> for the profile, and for the interface <c>Reapply</c> with the flag that spares routes of other
    /// programs, which <c>nmcli device reapply</c> does not know.
    /// </summary>
    public static IReadOnlyList<string> PutBack(NetworkManagerDevice device, RouteMessage route, Window before)
    {
        var setting = ProfileRoute.Setting(route);
        if (ProfileEdit.PutBack(device.Applied, route, before) is not { } wanted || ProfileEdit.Same(wanted, device.Applied))
            return [];
        var changed = Entry(device.Applied, route);
        var back = Entry(wanted, route);
        var gateway = back is null ? $" {setting}.gateway {route.Gateway}" : $" +{setting}.routes {ShellWord.Quote(back)}";
        return
        [
            $"nmcli connection modify uuid {device.Applied.At("connection")?.At("uuid")?.AsText} -{setting}.routes "
                + $"{ShellWord.Quote(changed ?? "")}{gateway}",
            $"busctl call {NetworkManagerCalls.Name} {device.Path} {NetworkManagerCalls.Device} Reapply 'a{{sa{{sv}}}}tu' 0 0 1",
        ];
    }

    /// <summary>A route as nmcli writes it: <c>10.1.0.0/16 192.0.2.1 50 initcwnd=20</c>.</summary>
    /// <returns><see langword="null"/> when the profile has no such route.</returns>
    private static string? Entry(BusValue settings, RouteMessage route)
    {
        if (ProfileRoute.Find(settings, route) is not (var at and >= 0))
            return null;
        var entry = settings.At(ProfileRoute.Setting(route))!.At(ProfileRoute.RouteData)!.AsList[at];
        var words = new List<string> { $"{entry.At("dest")?.AsText}/{entry.At("prefix")?.AsNumber}" };
        if (entry.At("next-hop")?.AsText is { } hop)
            words.Add(hop);
        if (entry.At("metric")?.AsNumber is { } metric)
            words.Add(metric.ToString());
        words.AddRange(
            entry
                .Entries()
                .Where(attribute => !Positional.Contains(attribute.Key, StringComparer.Ordinal))
                .Select(attribute => $"{attribute.Key}={Word(attribute.Value.Plain)}")
        );
        return string.Join(' ', words);
    }

    private static string Word(BusValue value) =>
        value is BusValue.Fixed { Type: 'b' } truth
            ? (truth.Bits == 1 ? "true" : "false")
            : value.AsText ?? value.AsNumber.ToString() ?? "";
}
