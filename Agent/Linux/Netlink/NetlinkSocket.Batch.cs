namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class NetlinkSocket
{
    /// <summary>
    /// Acknowledgements wait in the socket until they are read; a default receive buffer (208 KiB) holds about 270 of them as the kernel
    /// accounts them.
    /// </summary>
    private const int MostAtOnce = 128;

    /// <summary>A datagram longer than the send buffer is refused; a single route may have up to 64 KiB.</summary>
    private const int BytesAtOnce = 64 * 1024;

    /// <summary>
    /// Sends many changes, several to a datagram, and reads their acknowledgements. The kernel makes or refuses each by itself.
    /// </summary>
    /// <param name="tried">For the error.</param>
    /// <param name="requests">The changes, each asking for an acknowledgement.</param>
    /// <returns>For each change, <see langword="null"/> when the kernel did it.</returns>
    /// <exception cref="NetlinkException">The kernel did not answer.</exception>
    public NetlinkError?[] ChangeAll(string tried, IReadOnlyList<byte[]> requests)
    {
        var errors = new NetlinkError?[requests.Count];
        for (var sent = 0; sent < requests.Count; )
        {
            var first = _sequence + 1;
            var (datagram, count) = Joined(requests, sent);
            Transmit(tried, datagram);
            Acknowledged(tried, first, errors.AsMemory(sent, count));
            sent += count;
        }
        return errors;
    }

    private void Acknowledged(string tried, uint first, Memory<NetlinkError?> errors)
    {
        for (var left = errors.Length; left > 0; )
        {
            if (!TryReceive(tried, out var datagram, copy: false))
                throw Silent(tried);
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                // The answer to an earlier request that was given up has a smaller number.
                if (message.Type != MessageType.Error || message.Sequence - first >= (uint)errors.Length)
                    continue;
                errors.Span[(int)(message.Sequence - first)] = NetlinkError.Read(message);
                left--;
            }
        }
    }

    /// <summary>As many of the requests as fit, one behind the other, each with a number of its own.</summary>
    private (byte[] Datagram, int Count) Joined(IReadOnlyList<byte[]> requests, int from)
    {
        var joined = new MemoryStream();
        var count = 0;
        while (
            from + count < requests.Count
            && count < MostAtOnce
            && (count == 0 || joined.Length + requests[from + count].Length <= BytesAtOnce)
        )
        {
            var request = requests[from + count++];
            Number(request);
            joined.Write(request);
            joined.SetLength(NetlinkWriter.Align((int)joined.Length)); // the padding is zeros
            joined.Position = joined.Length;
        }
        return (joined.ToArray(), count);
    }
}
