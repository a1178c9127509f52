using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Netlink;

internal sealed partial class NetlinkSocket
{
    /// <summary>How often a table that changes while it is dumped is dumped again.</summary>
    private const int DumpAttempts = 8;

    /// <summary>Every answer to a dump request, as one consistent reading.</summary>
    /// <exception cref="NetlinkException">The kernel refused, fell silent, or the table kept changing.</exception>
    public List<NetlinkMessage> Dump(string tried, byte[] request) =>
        Dump<NetlinkMessage>(tried, request, static (answer, answers) => answers.Add(answer with { Body = answer.Body.ToArray() }));

    /// <summary>The same, with each answer read as it comes.</summary>
    /// <param name="tried">For the error.</param>
    /// <param name="request">The dump.</param>
    /// <param name="read">
    /// Reads an answer, whose bytes are good for the call only, into the list, which begins anew with each reading.
    /// </param>
    public List<T> Dump<T>(string tried, byte[] request, Action<NetlinkMessage, List<T>> read)
    {
        for (var attempt = 0; attempt < DumpAttempts; attempt++)
        {
            var answers = new List<T>();
            Send(tried, request);
            if (CollectDump(tried, answers, read))
                return answers;
        }
        throw new NetlinkException($"{tried}: the table changed during each of {DumpAttempts} readings");
    }

    /// <summary>Passes on every answer to a dump request as it comes and keeps none: for tables with very many entries.</summary>
    /// <param name="tried">For the error.</param>
    /// <param name="request">The dump.</param>
    /// <param name="visit">Gets each answer; its bytes are good for the call only.</param>
    /// <exception cref="NetlinkException">The kernel refused or fell silent.</exception>
    public void Visit(string tried, byte[] request, Action<NetlinkMessage> visit)
    {
        Send(tried, request);
        while (true)
        {
            if (!TryReceive(tried, out var datagram, copy: false))
                throw Silent(tried);
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                if (message.Sequence != _sequence)
                    continue;
                if (message.Type is not (MessageType.Done or MessageType.Error))
                    visit(message);
                else if (NetlinkError.Read(message) is { } error)
                    throw new NetlinkException(tried, error);
                else
                    return;
            }
        }
    }

    /// <summary>Sends one change and waits for its acknowledgement.</summary>
    /// <returns><see langword="null"/> when the kernel did it.</returns>
    /// <exception cref="NetlinkException">The kernel did not answer.</exception>
    public NetlinkError? Change(string tried, byte[] request)
    {
        Send(tried, request);
        while (true)
        {
            foreach (var message in Receive(tried))
            {
                if (message.Type == MessageType.Error)
                    return NetlinkError.Read(message);
            }
        }
    }

    /// <summary>Asks for one object.</summary>
    /// <returns>The answer, or what the kernel said instead.</returns>
    /// <exception cref="NetlinkException">The kernel did not answer.</exception>
    public (NetlinkMessage? Answer, NetlinkError? Error) Get(string tried, byte[] request)
    {
        Send(tried, request);
        var message = Receive(tried)[0];
        return message.Type == MessageType.Error ? (null, NetlinkError.Read(message)) : (message, null);
    }

    private bool CollectDump<T>(string tried, List<T> answers, Action<NetlinkMessage, List<T>> read)
    {
        var interrupted = false;
        while (true)
        {
            if (!TryReceive(tried, out var datagram, copy: false))
                throw Silent(tried);
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                if (message.Sequence != _sequence)
                    continue; // as in Receive
                interrupted |= message.Flags.HasFlag(AnswerFlags.DumpInterrupted);
                if (message.Type is MessageType.Done or MessageType.Error)
                    return NetlinkError.Read(message) is { } error ? throw new NetlinkException(tried, error) : !interrupted;
                read(message, answers);
            }
        }
    }

    private void Send(string tried, byte[] request)
    {
        Number(request);
        Transmit(tried, request);
    }

    private void Number(byte[] request)
    {
        _sequence++;
        MemoryMarshal.Write(request.AsSpan(8), in _sequence);
    }

    private void Transmit(string tried, byte[] request)
    {
        var kernel = new LibC.NetlinkAddress { Family = LibC.AF_NETLINK };
        while (LibC.SendTo(_handle, request, request.Length, 0, kernel, Marshal.SizeOf<LibC.NetlinkAddress>()) < 0)
        {
            if (Marshal.GetLastPInvokeError() != LibC.EINTR)
                Check(-1, tried);
        }
    }

    /// <summary>The messages of the next datagram that the kernel itself sent for the current request; never empty.</summary>
    private List<NetlinkMessage> Receive(string tried)
    {
        var messages = new List<NetlinkMessage>();
        while (messages.Count == 0)
        {
            if (!TryReceive(tried, out var datagram))
                throw Silent(tried);
            while (NetlinkMessage.TryTake(ref datagram, out var message))
            {
                // An earlier request that timed out may still be answered; its sequence gives it away.
                if (message.Sequence == _sequence)
                    messages.Add(message);
            }
        }
        return messages;
    }

    private static NetlinkException Silent(string tried) => new($"{tried}: the kernel did not answer within {Patience.TotalSeconds:0} s");

    private bool TryReceive(string tried, out ReadOnlyMemory<byte> datagram, bool copy = true)
    {
        datagram = default;
        while (true)
        {
            var from = default(LibC.NetlinkAddress);
            var fromLength = Marshal.SizeOf<LibC.NetlinkAddress>();
            var count = LibC.ReceiveFrom(_handle, _buffer, _buffer.Length, LibC.MSG_TRUNC, ref from, ref fromLength);
            switch (count < 0 ? Marshal.GetLastPInvokeError() : 0)
            {
                case 0 when count > _buffer.Length:
                    throw new NetlinkException(
                        $"{tried}: the kernel sent an answer of {count} bytes, more than the {_buffer.Length} that netlink allows a route"
                    );
                // Only port 0 is the kernel; any privileged process may send to our port.
                case 0 when from.Port == 0:
                    datagram = copy ? _buffer.AsSpan(0, (int)count).ToArray() : _buffer.AsMemory(0, (int)count);
                    return true;
                case 0:
                case LibC.EINTR:
                    continue;
                case LibC.EAGAIN:
                    return false;
                default:
                    Check(-1, tried);
                    break;
            }
        }
    }
}
