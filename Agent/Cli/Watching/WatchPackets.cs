using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Captures;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Watching;

/// <summary>The packets that <c>watch --pcap</c> keeps beside its rows.</summary>
internal sealed class WatchPackets : IDisposable
{
    private const long UsualBytes = 100_000_000;

    public static readonly Option<string?> Pcap = new("--pcap")
    {
        HelpName = "FILE",
        Description = "Write the headers of all TCP packets of this host as pcapng too; needs CAP_NET_RAW",
    };

    public static readonly Option<long?> Limit = AmountOption.OfBytes(
        "--pcap-limit",
        "With --pcap: stop writing packets at this size of the file [default: 100MB]",
        "100MB",
        10_000,
        1L << 40
    );

    private readonly string _name;
    private readonly FileStream _to;
    private readonly PacketRecorder _recorder;

    private WatchPackets(string name, long most, TimeProvider clock)
    {
        _name = name;
        // The packets first: without the privilege an older file stays as it is.
        var packets = TcpPackets.Open();
        try
        {
            _to = PacketFiles.Open(name, FileMode.Create);
        }
        catch
        {
            packets.Dispose();
            throw;
        }
        _recorder = PacketRecorder.Start(packets, _to, $"iwtune {AgentVersion.Text}", most, clock);
    }

    /// <summary>Begins, in the network namespace of the calling thread.</summary>
    /// <returns><see langword="null"/> when no file was named.</returns>
    /// <exception cref="UsageException">It cannot be written.</exception>
    /// <exception cref="HostUnsupportedException">Packets cannot be captured here.</exception>
    public static WatchPackets? Start(ParseResult parsed, TimeProvider clock)
    {
        var (name, most) = (parsed.GetValue(Pcap), parsed.GetValue(Limit));
        if (name is null)
            return most is null ? null : throw new UsageException("--pcap-limit: only --pcap writes packets; add --pcap FILE.");
        return OperatingSystem.IsLinux()
            ? new WatchPackets(name, most ?? UsualBytes, clock)
            : throw new HostUnsupportedException("--pcap: packets are captured on Linux only. On Windows pktmon captures them.");
    }

    /// <summary>Ends the file and says what is in it.</summary>
    /// <returns>False when it lacks packets.</returns>
    public bool Finish(Terminal terminal)
    {
        _recorder.Stop();
        var failure = PacketFiles.Close(_to, _recorder.Failure);
        var limited = _recorder.IsFull ? ", to the limit of its size" : "";
        terminal.Error.WriteLine(
            failure.Length > 0
                ? $"{_name} lacks packets ({failure}). Free some space, or name a file elsewhere."
                : $"{_name} is written, {Counted.Of(_recorder.Written, "packet")}{limited}. 'iwtune flight {_name}' "
                    + "shows their first flights."
        );
        if (_recorder.Missed > 0)
            terminal.Error.WriteLine($"{Counted.Of(_recorder.Missed, "packet")} could not be written in time: missing in the file.");
        return failure.Length == 0;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _recorder.Dispose();
        _to.Dispose();
    }
}
