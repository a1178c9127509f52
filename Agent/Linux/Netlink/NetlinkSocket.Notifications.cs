using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class NetlinkSocket
{
    /// <summary>
    /// How much may wait to be drained, bytes as the kernel accounts them (about 800 for a notification of a socket's end).
    /// </summary>
    public void KeepAtMost(int bytes) => LibC.SetOption(_handle, LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, bytes, sizeof(int));

    /// <summary>Takes the notifications that have arrived, without waiting for more.</summary>
    /// <param name="tried">For the error.</param>
    /// <param name="most">Datagrams at most; the others stay for the next time.</param>
    /// <param name="visit">Gets each message.</param>
    /// <returns>True when some were lost because too many waited.</returns>
    /// <exception cref="NetlinkException">The socket failed.</exception>
    public bool Drain(string tried, int most, Action<NetlinkMessage> visit)
    {
        var lost = false;
        for (var taken = 0; taken < most; taken++)
        {
            var from = default(LibC.NetlinkAddress);
            var fromLength = Marshal.SizeOf<LibC.NetlinkAddress>();
            var count = LibC.ReceiveFrom(_handle, _buffer, _buffer.Length, LibC.MSG_TRUNC | LibC.MSG_DONTWAIT, ref from, ref fromLength);
            switch (count < 0 ? Marshal.GetLastPInvokeError() : 0)
            {
                case 0 when from.Port == 0 && count <= _buffer.Length:
                    ReadOnlyMemory<byte> datagram = _buffer.AsMemory(0, (int)count);
                    while (NetlinkMessage.TryTake(ref datagram, out var message))
                        visit(message);
                    break;
                case 0:
                case LibC.EINTR:
                    break;
                case LibC.ENOBUFS:
                    lost = true;
                    break;
                case LibC.EAGAIN:
                    return lost;
                default:
                    Check(-1, tried);
                    break;
            }
        }
        return lost;
    }
}
