using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership.NetworkManager;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.NetworkManager;

/// <summary>Sets the window of one route of a profile; every other value stays unchanged, type and order included.</summary>
internal static class ProfileEdit
{
    private const string Marks = "user";
    private const string MarkData = "data";

    /// <summary>
    /// The legacy forms of <c>address-data</c> and <c>route-data</c>. NetworkManager writes both into its answers, and of what it is sent
    /// the legacy form wins: a profile that is sent as it was read loses every attribute of its routes (measured on 1.42.4).
    /// </summary>
    private static readonly string[] Legacy = ["addresses", "routes"];

    /// <summary>The settings that can hold secrets by themselves (libnm, nm_setting_get_secret_flags).</summary>
    private static readonly string[] Secretive =
    [
        "802-1x",
        "802-11-wireless-security",
        "adsl",
        "cdma",
        "gsm",
        "macsec",
        "pppoe",
        "wireguard",
    ];

    /// <summary>
    /// True when NetworkManager itself keeps the secrets of a setting. For one with other flags it would ask a user's secret agent.
    /// </summary>
    public static bool KeepsSecrets(string setting, BusValue value) =>
        Secretive.Contains(setting, StringComparer.Ordinal)
        && !value
            .Entries()
            .Any(entry => entry.Key.EndsWith("-flags", StringComparison.Ordinal) && entry.Value.Plain.AsNumber is not (null or 0));

    /// <summary>The profile as it may be sent back.</summary>
    public static BusValue Sendable(BusValue settings) => WithoutLegacy(settings);

    /// <summary>True when two profiles are equal.</summary>
    public static bool Same(BusValue one, BusValue other) => WithoutLegacy(one).Equals(WithoutLegacy(other));

    /// <summary>The profile with this window.</summary>
    /// <returns><see langword="null"/> when the profile has no such route.</returns>
    public static BusValue? WithWindow(BusValue settings, RouteMessage route, Window window)
    {
        var plain = WithoutLegacy(settings);
        var setting = ProfileRoute.Setting(route);
        if (plain.At(setting) is not { } ip)
            return null;
        if (ProfileRoute.Find(plain, route) is var at and >= 0)
        {
            var routes = (BusValue.Array)ip.At(ProfileRoute.RouteData)!;
            var edited = routes.Items.ToList();
            edited[at] = WithWindow(edited[at], window);
            return plain.With(setting, ip.With(ProfileRoute.RouteData, routes with { Items = edited }));
        }
        return ProfileRoute.IsGateway(plain, route) ? Converted(plain, setting, ip, route, window) : null;
    }

    /// <summary>
    /// The profile with the window it had before. A gateway that was made a route becomes a gateway again when that window is none: a
    /// gateway has no window, and with one it is an earlier one of ours.
    /// </summary>
    /// <returns><see langword="null"/> when the profile has no such route.</returns>
    public static BusValue? PutBack(BusValue settings, RouteMessage route, Window before)
    {
        var setting = ProfileRoute.Setting(route);
        if (!before.IsUnset || settings.At(Marks)?.At(MarkData)?.At(Mark(setting))?.AsText is not { } gateway)
            return WithWindow(settings, route, before);
        var plain = WithoutMark(WithoutLegacy(settings), setting);
        if (plain.At(setting) is not { } ip || ProfileRoute.Find(plain, route) is not (var at and >= 0))
            return null;
        var routes = (BusValue.Array)ip.At(ProfileRoute.RouteData)!;
        return plain.With(
            setting,
            ip.With(ProfileRoute.RouteData, routes with { Items = [.. routes.Items.Where((_, i) => i != at)] })
                .With(ProfileRoute.Gateway, BusValue.Of(gateway))
        );
    }

    /// <summary>
    /// Turns a gateway into a route to everywhere. The gateway is removed: beside the route NetworkManager would make a second default
    /// route of the same metric, the one without a window first (measured). A mark in the profile records that it was a gateway.
    /// </summary>
    private static BusValue.Array Converted(BusValue settings, string setting, BusValue ip, RouteMessage route, Window window)
    {
        var gateway = ip.At(ProfileRoute.Gateway)!;
        var everywhere = BusDictionary.Of(
            ("dest", BusValue.Of(route.Key.Family == RouteNumbers.Inet ? "0.0.0.0" : "::")),
            ("prefix", BusValue.Of(0u)),
            ("next-hop", gateway)
        );
        var routes = ip.At(ProfileRoute.RouteData) as BusValue.Array ?? new BusValue.Array("a{sv}", []);
        return WithMark(settings, setting, gateway)
            .With(
                setting,
                ip.Without(ProfileRoute.Gateway)
                    .With(ProfileRoute.RouteData, routes with { Items = [.. routes.Items, WithWindow(everywhere, window)] })
            );
    }

    private static BusValue.Array WithWindow(BusValue route, Window window) =>
        WithNumber(WithNumber(route, "initcwnd", window.InitCwnd), "initrwnd", window.InitRwnd);

    private static BusValue.Array WithNumber(BusValue route, string key, int? value) =>
        value is { } segments ? route.With(key, BusValue.Of((uint)segments)) : route.Without(key);

    private static BusValue.Array WithoutLegacy(BusValue settings)
    {
        var plain = (BusValue.Array)settings.Plain;
        foreach (var family in (string[])["ipv4", "ipv6"])
        {
            if (plain.At(family) is { } ip)
                plain = plain.With(family, Legacy.Aggregate(ip, (without, key) => without.Without(key)));
        }
        return plain;
    }

    /// <summary>NetworkManager keeps notes of other programs about a profile in its setting "user", by names with a dot in them.</summary>
    private static string Mark(string setting) => $"iwtune.gateway.{setting}";

    private static BusValue.Array WithMark(BusValue settings, string setting, BusValue gateway)
    {
        var data = settings.At(Marks)?.At(MarkData) ?? new BusValue.Array("{ss}", []);
        return settings.With(Marks, (settings.At(Marks) ?? BusDictionary.Of()).With(MarkData, data.With(Mark(setting), gateway)));
    }

    private static BusValue.Array WithoutMark(BusValue settings, string setting)
    {
        var data = settings.At(Marks)!.At(MarkData)!.Without(Mark(setting));
        return data.Items.Count == 0 ? settings.Without(Marks) : settings.With(Marks, settings.At(Marks)!.With(MarkData, data));
    }
}
