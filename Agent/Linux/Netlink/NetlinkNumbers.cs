namespace IwTune.Agent.Linux.Netlink;

/// <summary>The netlink families in use (include/uapi/linux/netlink.h).</summary>
internal enum NetlinkProtocol
{
    Route = 0,
    SocketDiagnosis = 4,
    Generic = 16,
}

/// <summary>Message types (include/uapi/linux/netlink.h, rtnetlink.h).</summary>
internal enum MessageType : ushort
{
    Error = 2,
    Done = 3,

    /// <summary>
    /// SOCK_DIAG_BY_FAMILY (include/uapi/linux/sock_diag.h), on a socket of <see cref="NetlinkProtocol.SocketDiagnosis"/>.
    /// </summary>
    SocketByFamily = 20,
    NewLink = 16,
    DelLink = 17,
    GetLink = 18,
    NewAddress = SocketByFamily, // each protocol numbers for itself
    DelAddress = 21,
    NewRoute = 24,
    DelRoute = 25,
    GetRoute = 26,
    NewRule = 32,
    DelRule = 33,
    GetRule = 34,
    NewQdisc = 36,
    GetQdisc = 38,
    NewNexthop = 104,
    DelNexthop = 105,
}

/// <summary>nlmsg_flags of a request.</summary>
[Flags]
internal enum RequestFlags : ushort
{
    None = 0,
    Request = 0x1,
    Ack = 0x4,

    /// <summary>NLM_F_REPLACE; the same bit is half of <see cref="Dump"/> in a request that reads.</summary>
    Replace = 0x100,
    Match = 0x200,
    Dump = Replace | Match,

    /// <summary>NLM_F_EXCL, in a request that writes: not when there is one of this key.</summary>
    Exclusive = Match,
    Create = 0x400,
    Append = 0x800,
}

/// <summary>nlmsg_flags of an answer; the bits of requests mean other things here.</summary>
[Flags]
internal enum AnswerFlags : ushort
{
    None = 0,

    /// <summary>The table changed while it was dumped; the dump is useless.</summary>
    DumpInterrupted = 0x10,

    /// <summary>An error does not repeat the whole request.</summary>
    Capped = 0x100,

    /// <summary>Attributes with an explanation follow.</summary>
    AckTlvs = 0x200,
}

/// <summary>rtnetlink multicast groups.</summary>
internal enum NetlinkGroup
{
    Link = 1,
    Ipv4Address = 5,
    Ipv4Route = 7,
    Ipv4Rule = 8,
    Ipv6Address = 9,
    Ipv6Route = 11,
    Ipv6Rule = 19,

    /// <summary>Since Linux 5.3.</summary>
    Nexthop = 32,
}
