namespace IwTune.Fuzz.Targets.Agent;

/// <summary>What the agent reads of the kernel, of daemons, of Windows, of peers, of the server and of its own command line.</summary>
internal static class AgentTargets
{
    private static readonly string[] Json =
    [
        "{\"",
        "\":\"",
        "\":",
        "\",\"",
        "[",
        "]",
        "{}",
        "null",
        "true",
        "false",
        "1e308",
        "-0",
        "\\ud800",
        "\\u0000",
        "2026-11-28T12:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
    ];

    private static readonly string[] Bundle =
    [
        .. Json,
        "sequence",
        "issued",
        "expires",
        "content",
        "windows",
        "scope",
        "limits",
        "host",
        "fleet",
        "trust",
        "confirm",
        "mode",
        "revision",
        "policy",
        "initcwnd",
        "initrwnd",
        "prefix:10.0.0.0/8",
        "interface:eth0",
        "default",
        "table:100",
        "containers:pod:web*",
    ];

    private static readonly string[] Request =
    [
        .. Bundle,
        "\n",
        "verb",
        "status",
        "apply",
        "plan",
        "rollback",
        "rollbackChange",
        "unenrol",
        "hold",
        "override",
        "experimentStart",
        "all",
        "force",
        "change",
        "until",
        "reason",
    ];

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        new("netlink", Netlink.Read),
        new("socket-diagnosis", Netlink.Socket),
        new("dbus", Bus.Read)
        {
            Words = ["l", "B", "a{sv}", "(yv)", "aay", "ao", "v", "g", "s", "\x1", "\0\0\0", "aaaaaaaaaaaaaaaa", "((((((((((", "a(ss)"],
        },
        new("capture", Captures.Read) { Longest = 768, Words = ["\n\r\r\n", "M<+\x1a", "\x1a+<M", "\x1\0\0\0", "\x6\0\0\0", "\x2\0\0\0"] },
        new("packet", Captures.Packet) { Longest = 160 },
        new("host-files", HostFiles.Read)
        {
            IsJson = true,
            Words =
            [
                .. Json,
                "AdministrativeState",
                "configured",
                "Routes",
                "Family",
                "Destination",
                "DestinationPrefixLength",
                "ConfigSource",
                "DHCPv4",
                "Gateway",
                "NetworkFile",
                "Tcp:",
                "TcpExt:",
                "\n",
                " ",
                "kubepods.slice/",
                "docker-",
                ".scope",
                "libpod",
                "lxc.payload.",
                "machine.slice/",
                "# target: ",
                "[Route]\n",
                "PRETTY_NAME=\"",
                "systemd 252",
                "/",
            ],
        },
        new("netsh", Netsh.Read)
        {
            Longest = 1500,
            Captures = "windows/netsh-*.txt",
            Words =
            [
                "\r\n",
                " : ",
                "(MSS)",
                "enabled",
                "disabled",
                "internet",
                "internetcustom",
                "datacenter",
                "----------",
                "cubic",
                "10",
                "default",
                "normal",
            ],
        },
        new("windows-rows", WindowsRows.Read)
        {
            Words =
            [
                "SettingName=",
                "InitialCongestionWindow=",
                "DestinationPrefix=",
                "LocalPortStart=",
                "LocalPortEnd=",
                "RemotePortStart=",
                "RemotePortEnd=",
                "Protocol=",
                "CongestionProvider=",
                "AutomaticUseCustom=",
                "InternetCustom",
                "Internet",
                "Datacenter",
                "Automatic",
                "\n",
                "\n\n",
                "10.0.0.0/8",
                "2001:db8::/32",
                "*",
                "6",
                "17",
                "#10",
                "#-1",
                "iwtune:row=",
                "iwtune:end=",
                "iwtune:error=",
                "iwtune:mode=",
                "65535",
            ],
        },
        new("windows-structures", WindowsStructures.Read) { Longest = 400 },
        new("event-log", EventLog.Read)
        {
            Words =
            [
                "<Event",
                "<System>",
                "<EventID>",
                "</EventID>",
                "<TimeCreated SystemTime='",
                "'/>",
                "<Data Name='",
                "</Data>",
                "<![CDATA[",
                "]]>",
                "&#x0;",
                "&amp;",
                "<!DOCTYPE",
                "<?xml",
                "xmlns='",
            ],
        },
        new("peer", Peers.Read)
        {
            Words =
            [
                "HTTP/1.1 ",
                "\r\n",
                "Content-Length: ",
                "Location: ",
                "GET /",
                "?",
                " HTTP/1.1\r\n\r\n",
                "\x16\x3\x1",
                "\x15\x3\x3\0\x2",
            ],
        },
        new("bundle", Bundles.Read)
        {
            Words = Bundle,
            Longest = 1200,
            IsJson = true,
        },
        new("local-socket", LocalSockets.Read) { Words = Request, IsJson = true },
        new("journal", Journals.Read) { Words = [.. Json, "kind", "before", "step", "target", "id", "at", "outcome"], IsJson = true },
    ];
}
