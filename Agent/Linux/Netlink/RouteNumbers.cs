namespace IwTune.Agent.Linux.Netlink;

/// <summary>RTA_*: the attributes of a route (include/uapi/linux/rtnetlink.h). Those not named here are copied, never looked at.</summary>
internal enum RouteAttribute : ushort
{
    Destination = 1,
    Source = 2,
    OutInterface = 4,
    Gateway = 5,
    Priority = 6,
    PreferredSource = 7,
    Metrics = 8,
    Multipath = 9,
    CacheInfo = 12,
    Table = 15,
    Via = 18,
    EncapType = 21,
    Encap = 22,
    Expires = 23,
    NexthopId = 30,
}

/// <summary>RTAX_*: the metrics inside RTA_METRICS.</summary>
internal enum RouteMetric : ushort
{
    InitCwnd = 11,
    InitRwnd = 14,
}

/// <summary>rtm_flags and rtnh_flags. Only on-link is configuration; the others are the state the kernel found.</summary>
[Flags]
internal enum RouteFlags : uint
{
    None = 0,
    OnLink = 0x4,
    Cloned = 0x200,
    LookupTable = 0x1000,
    FibMatch = 0x2000,
}

/// <summary>Numbers of rtmsg that the tuner uses.</summary>
internal static class RouteNumbers
{
    public const byte Inet = 2;
    public const byte Inet6 = 10;
    public const byte Unicast = 1;
    public const byte Local = 2;
    public const uint MainTable = 254;
    public const uint LocalTable = 255;
}
