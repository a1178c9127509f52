using System.Runtime.InteropServices;
using System.Text;

namespace IwTune.Agent.Linux.Netlink;

/// <summary>What the kernel answered instead of doing it.</summary>
/// <param name="Errno">The error number, positive.</param>
/// <param name="Text">The kernel's own explanation (extended acknowledgement); empty when it gave none.</param>
internal sealed record NetlinkError(int Errno, string Text)
{
    private const ushort TextAttribute = 1;
    private const int ErrnoLength = 4;

    public bool IsPermission => Errno is LibC.EPERM or LibC.EACCES;

    /// <summary>
    /// Reads the verdict out of NLMSG_ERROR, or out of the NLMSG_DONE that ends a dump: a dump's error travels there, not in NLMSG_ERROR.
    /// </summary>
    /// <returns><see langword="null"/> when the kernel says success.</returns>
    /// <exception cref="NetlinkFormatException">The message is too short.</exception>
    public static NetlinkError? Read(in NetlinkMessage message)
    {
        var body = message.Body.Span;
        if (body.Length < ErrnoLength)
            return message.Type == MessageType.Done
                ? null
                : throw new NetlinkFormatException("an error message comes without an error number");
        var errno = MemoryMarshal.Read<int>(body);
        return errno >= 0 ? null : new NetlinkError(errno == int.MinValue ? int.MaxValue : -errno, ReadText(message));
    }

    public override string ToString() =>
        Text.Length > 0 ? $"\"{Text}\" ({Marshal.GetPInvokeErrorMessage(Errno)})" : Marshal.GetPInvokeErrorMessage(Errno);

    private static string ReadText(in NetlinkMessage message)
    {
        if (!message.Flags.HasFlag(AnswerFlags.AckTlvs))
            return "";
        foreach (var attribute in new Attributes(message.Body.Span[TextOffset(message)..]))
        {
            if (attribute.Type == TextAttribute)
                return Encoding.UTF8.GetString(attribute.Payload).TrimEnd('\0');
        }
        return "";
    }

    /// <summary>
    /// After the error number comes the request's header and, unless capped, the whole request; NLMSG_DONE carries neither.
    /// </summary>
    private static int TextOffset(in NetlinkMessage message)
    {
        if (message.Type == MessageType.Done)
            return ErrnoLength;
        var body = message.Body.Span;
        var echoed = NetlinkWriter.MessageHeader;
        if (!message.Flags.HasFlag(AnswerFlags.Capped) && body.Length >= ErrnoLength + 4)
            echoed = (int)Math.Min(MemoryMarshal.Read<uint>(body[ErrnoLength..]), (uint)body.Length);
        return Math.Min(ErrnoLength + NetlinkWriter.Align(echoed), body.Length);
    }
}
