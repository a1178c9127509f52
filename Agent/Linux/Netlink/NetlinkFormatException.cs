namespace IwTune.Agent.Linux.Netlink;

/// <summary>Bytes that are not what the kernel's headers describe. The message is dropped; nothing is written from it.</summary>
internal sealed class NetlinkFormatException : Exception
{
    public NetlinkFormatException() { }

    public NetlinkFormatException(string message)
        : base(message) { }

    public NetlinkFormatException(string message, Exception inner)
        : base(message, inner) { }
}
