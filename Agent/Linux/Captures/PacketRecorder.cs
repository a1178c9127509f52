using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Linux.Captures;

/// <summary>Writes the TCP packets of a network namespace to a file, on a thread of its own, until it is stopped.</summary>
internal sealed class PacketRecorder : IDisposable
{
    private const ushort Raw = 101; // LINKTYPE_RAW

    /// <summary>The name of the only interface: every one of the namespace.</summary>
    private const string Everywhere = "any";

    private readonly TcpPackets _packets;
    private readonly Stream _to;
    private readonly long _most;
    private readonly PcapngWriter _writer;
    private readonly Thread _thread;
    private readonly TimeProvider _clock;
    private long _until = long.MaxValue;

    private PacketRecorder(TcpPackets packets, Stream to, string application, long most, TimeProvider clock)
    {
        (_packets, _to, _most, _clock) = (packets, to, most, clock);
        _writer = new PcapngWriter(to, application);
        _writer.Describe(Everywhere, Raw);
        _thread = new Thread(Record) { IsBackground = true, Name = "packets" };
    }

    /// <summary>Packets in the file.</summary>
    public long Written { get; private set; }

    /// <summary>Packets that the kernel dropped because they were not read in time.</summary>
    public long Missed { get; private set; }

    /// <summary>The file reached its limit, and packets after that are not in it.</summary>
    public bool IsFull { get; private set; }

    /// <summary>Why writing ended early; empty when it did not.</summary>
    public string Failure { get; private set; } = "";

    /// <summary>Begins.</summary>
    /// <param name="packets">Where they come from; belongs to the recorder from now on.</param>
    /// <param name="to">Where they go.</param>
    /// <param name="application">Name and version of this program.</param>
    /// <param name="most">Bytes of the file at most.</param>
    /// <param name="clock">The system's: packets have its time.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    public static PacketRecorder Start(TcpPackets packets, Stream to, string application, long most, TimeProvider clock)
    {
        var recorder = new PacketRecorder(packets, to, application, most, clock);
        recorder._thread.Start();
        return recorder;
    }

    /// <summary>Ends it with the last packet that came before now: on a busy host there is always another one.</summary>
    public void Stop()
    {
        Volatile.Write(ref _until, (_clock.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick);
        _thread.Join();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stop();
        _packets.Dispose();
    }

    private void Record()
    {
        Span<byte> buffer = stackalloc byte[PcapngWriter.MostCaptured];
        try
        {
            while (!IsFull)
            {
                if (_packets.TryNext(buffer, out var packet))
                {
                    if (packet.At > Volatile.Read(ref _until))
                        break;
                    _writer.Packet(0, packet.At, buffer[..packet.Captured], length: packet.Length);
                    Written++;
                    IsFull = _to.Position >= _most;
                }
                else if (Volatile.Read(ref _until) != long.MaxValue)
                {
                    break;
                }
            }
            _to.Flush();
        }
        catch (IOException full)
        {
            Failure = full.Message;
        }
        Missed = _packets.Missed;
    }
}
