namespace IwTune.Agent.Linux.Watching;

/// <summary>Programs that write routes, by the name the kernel keeps of them (15 characters).</summary>
internal static class KnownPrograms
{
    private static readonly Dictionary<string, string> Owners = new(StringComparer.Ordinal)
    {
        ["NetworkManager"] = "NetworkManager",
        ["nm-dhcp-helper"] = "NetworkManager",
        ["nm-dispatcher"] = "NetworkManager",
        ["systemd-network"] = "systemd-networkd",
        ["dhclient"] = "dhclient",
        ["dhclient-script"] = "dhclient",
        ["dhcpcd"] = "dhcpcd",
        ["udhcpc"] = "udhcpc",
        ["ifup"] = "ifupdown",
        ["ifdown"] = "ifupdown",
        ["cron"] = "cron",
        ["crond"] = "cron",
        ["openvpn"] = "openvpn (VPN)",
        ["wg-quick"] = "wg-quick (VPN)",
        ["tailscaled"] = "tailscaled (VPN)",
        ["charon"] = "charon (VPN)",
        ["charon-systemd"] = "charon (VPN)",
        ["openconnect"] = "openconnect (VPN)",
        ["vpnc"] = "vpnc (VPN)",
        ["pppd"] = "pppd (VPN)",
        ["openfortivpn"] = "openfortivpn (VPN)",
        ["zerotier-one"] = "zerotier-one (VPN)",
        ["nebula"] = "nebula (VPN)",
        ["netbird"] = "netbird (VPN)",
        ["warp-svc"] = "warp-svc (VPN)",
    };

    /// <summary>Tools that other programs use to write routes; the program that started the tool is the author.</summary>
    private static readonly HashSet<string> Tools = new(StringComparer.Ordinal)
    {
        "ip",
        "route",
        "busybox",
        "sh",
        "bash",
        "dash",
        "zsh",
        "ash",
        "sudo",
        "su",
        "doas",
        "env",
        "timeout",
        "nsenter",
        "unshare",
        "runuser",
        "setpriv",
        "flock",
    };

    /// <summary>The owner by whose name its program is known; <see langword="null"/> for any other program.</summary>
    public static string? Owner(string name) => Owners.GetValueOrDefault(name);

    /// <summary>How the owner itself would give its route a window; empty when that is not known, or it cannot.</summary>
    public static string Advice(string owner) =>
        owner switch
        {
            "NetworkManager" =>
                "Set the window in NetworkManager: a static route of the profile with the option initcwnd=N ('nmcli connection "
                    + "modify PROFILE +ipv4.routes …').",
            "systemd-networkd" =>
                "Set the window in systemd-networkd: InitialCongestionWindow=N in the [Route] section, or since version 255 in "
                    + "[DHCPv4].",
            "ifupdown" => "Set the window in ifupdown: 'up ip route change … initcwnd N' in the interface's stanza.",
            "dhclient" =>
                "Set the window in dhclient: a script in /etc/dhcp/dhclient-exit-hooks.d that ends with 'ip route change … initcwnd N'.",
            "dhcpcd" => "Set the window in dhcpcd: a script in /lib/dhcpcd/dhcpcd-hooks that ends with 'ip route change … initcwnd N'.",
            "a DHCP client" => "Set the window in the DHCP client: a hook of its own that ends with 'ip route change … initcwnd N'.",
            "cron" => "Find the cron job that writes the route, and add 'initcwnd N' to its 'ip route' command.",
            "a person" or "a command" => "Add 'initcwnd N' to that command, or use 'iwtune override' if the change is intended.",
            _ when owner.EndsWith("(VPN)", StringComparison.Ordinal) =>
                "The VPN program writes the route; set the window in its up-script ('ip route change … initcwnd N').",
            _ => "",
        };

    /// <summary>True for a shell or a tool.</summary>
    public static bool IsTool(string name) => Tools.Contains(name);

    /// <summary>Programs whose arguments are routes and nothing secret.</summary>
    public static bool ShowsArguments(string name) => name is "ip" or "route";
}
