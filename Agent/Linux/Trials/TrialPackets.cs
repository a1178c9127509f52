using System.Diagnostics;
using IwTune.Agent.Engine.Captures;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Linux.Trials;

/// <summary>
/// Writes the packets of all runs as a capture with two interfaces, one at each end of the path. It writes on the path's own thread: the
/// kernel takes such small pieces faster than a queue for them could be kept.
/// </summary>
/// <param name="to">Where to. What it holds is replaced with the first packet.</param>
/// <param name="application">Name and version of this program.</param>
/// <param name="clock">Dates the packets.</param>
internal sealed class TrialPackets(Stream to, string application, TimeProvider clock)
{
    /// <summary>The side of the server, which sends the response.</summary>
    public const string SenderName = "sender";

    /// <summary>The side of the client.</summary>
    public const string ReceiverName = "receiver";

    private const ushort Ipv4 = 228; // LINKTYPE_IPV4: with LINKTYPE_RAW libpcap 1.10 refuses the second interface (sf-pcapng.c)
    private const byte Syn = 0x02,
        Acknowledgement = 0x10;

    private PcapngWriter? _writer;
    private Int128 _epoch;
    private string _run = "";
    private long _begun;
    private long _writtenBefore;
    private int _sender;
    private int _receiver;

    /// <summary>Packets of the path, each counted at both ends where it arrived.</summary>
    public long Written { get; private set; }

    /// <summary>Why writing ended; empty when it did not. Only between runs.</summary>
    public string Failure { get; private set; } = "";

    /// <summary>A run begins: its SYNs name it. Only between runs.</summary>
    public void Begin(int run, int runs, int window)
    {
        _run = FormattableString.Invariant($"run {run} of {runs}: initial window {window} {(window == 1 ? "segment" : "segments")}");
        if (to.CanSeek && _writer is not null)
            (_begun, _writtenBefore) = (to.Position, Written);
    }

    /// <summary>Takes the packets of the last run back, where the file permits that. Only between runs.</summary>
    public void Forget()
    {
        if (!to.CanSeek || Failure.Length > 0)
            return;
        try
        {
            if (_begun == 0)
                _writer = null;
            to.SetLength(_begun);
            Written = _writtenBefore;
        }
        catch (IOException full)
        {
            Failure = full.Message;
        }
    }

    /// <inheritdoc cref="PathTap"/>
    public void See(PacketSeen packet, ReadOnlySpan<byte> bytes)
    {
        if (packet.Event == PacketEvent.Lost || Failure.Length > 0)
            return;
        try
        {
            var writer = _writer ??= Start();
            var atSender = packet.Way == PathWay.ToLeft == (packet.Event == PacketEvent.Sent);
            writer.Packet(atSender ? _sender : _receiver, At(packet.At), bytes, Comment(packet));
            Written++;
        }
        catch (IOException full)
        {
            Failure = full.Message;
        }
    }

    private PcapngWriter Start()
    {
        if (to.CanSeek && to.Length > 0)
            to.SetLength(0);
        _epoch = Ticks(clock.GetUtcNow()) - Nanoseconds(Stopwatch.GetTimestamp());
        var writer = new PcapngWriter(to, application);
        (_sender, _receiver) = (writer.Describe(SenderName, Ipv4), writer.Describe(ReceiverName, Ipv4));
        return writer;
    }

    private string Comment(PacketSeen packet) =>
        packet.Loss switch
        {
            PathLoss.Scripted => "dropped: --loss names it",
            PathLoss.Overflowed => "dropped: the queue was full",
            _ => (packet.Segment.Flags & (Syn | Acknowledgement)) == Syn ? _run : "",
        };

    private long At(long stopwatch) => (long)(_epoch + Nanoseconds(stopwatch));

    private static Int128 Ticks(DateTimeOffset now) => (Int128)(now - DateTimeOffset.UnixEpoch).Ticks * 100;

    private static Int128 Nanoseconds(long stopwatch) => (Int128)stopwatch * 1_000_000_000 / Stopwatch.Frequency;
}
