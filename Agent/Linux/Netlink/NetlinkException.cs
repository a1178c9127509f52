namespace IwTune.Agent.Linux.Netlink;

/// <summary>The kernel refused a request or did not answer it.</summary>
internal sealed class NetlinkException : Exception
{
    public NetlinkException() { }

    public NetlinkException(string message)
        : base(message) { }

    public NetlinkException(string message, Exception inner)
        : base(message, inner) { }

    public NetlinkException(string tried, NetlinkError error)
        : base($"{tried}: {error}") => Error = error;

    /// <summary>What the kernel said; <see langword="null"/> when it said nothing in time.</summary>
    public NetlinkError? Error { get; }
}
