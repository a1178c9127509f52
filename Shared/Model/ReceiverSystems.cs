namespace IwTune.Shared.Model;

/// <summary>First receive windows that are published, with their sources. Settings, proxies and backports can change each.</summary>
public static class ReceiverSystems
{
    private const int Unix = 64,
        Windows = 128;
    private const int SynMost = ushort.MaxValue;
    private const string P0f = "p0f.fp of p0f 3 (lcamtuf.coredump.cx/p0f3)";
    private const string Kernel = "net/ipv4/tcp_output.c, tcp_select_initial_window";

    // What a kernel has by default, in net.ipv4.tcp_rmem.
    private static readonly FirstReceiveWindow New = new("4.20", (131072, 6291456));
    private static readonly FirstReceiveWindow Old = new("4.19", (87380, 6291456));

    /// <summary>Every row; several may fit one receiver.</summary>
    public static IReadOnlyList<ReceiverSystem> All { get; } =
    [
        new("Linux 4.20 or newer", $"{Kernel}; commit a337531b942b", Unix, mss => New.InSyn(null, mss)),
        new("Linux 3.11 to 4.19", $"{Kernel}, tcp_default_init_rwnd; {P0f}", Unix, mss => Old.InSyn(null, mss)),
        new("Linux 2.6.39 to 3.10", $"{Kernel}, TCP_DEFAULT_INIT_RCVWND; {P0f}", Unix, mss => Old.InSyn(Fewer(10, mss), mss)),
        new("Linux before 2.6.39", $"{Kernel} (RFC 3390); {P0f}", Unix, mss => Old.InSyn(Rfc3390(mss), mss)),
        new("Linux with a larger tcp_rmem", $"{Kernel}: at most 65,535", Unix, _ => SynMost),
        new("Android", "system/core/rootdir/init.rc: net.tcp_def_init_rwnd 60, more than a SYN can say", Unix, _ => SynMost),
        new("macOS or iOS", P0f, Unix, _ => SynMost, [0, 1, 2, 3, 4, 5, 6]),
        new("FreeBSD", P0f, Unix, _ => SynMost, [-1, 0, 3, 6]),
        new("OpenBSD", P0f, Unix, _ => 16_384, [0, 3, 6]),
        new("Windows 10, Server 2016 or newer", "captures of many authors; no document of Microsoft", Windows, _ => SynMost, [8]),
        new("Windows 10, Server 2016 or newer", "captures of many authors; no document of Microsoft", Windows, Whole, [8]),
        new("Windows Vista to 8.1, Server 2008 to 2012 R2", P0f, Windows, _ => 8192),
        new("Windows XP, Server 2003", P0f, Windows, _ => SynMost, [-1, 0, 1, 2]),
        new("Windows XP, Server 2003", P0f, Windows, _ => 16_384),
    ];

    /// <summary>The names of all systems that fit, each once; empty when none does.</summary>
    public static IReadOnlyList<string> Of(ReceiverHello hello) =>
        [.. All.Where(one => one.Fits(hello)).Select(one => one.Name).Distinct()];

    private static long Whole(int mss) => SynMost - (SynMost % mss);

    private static int Fewer(int segments, int mss) => mss > 1460 ? Math.Max(1460 * segments / mss, 2) : segments;

    private static int Rfc3390(int mss) =>
        mss switch
        {
            > 3 * 1460 => 2,
            > 1460 => 3,
            _ => 4,
        };
}
