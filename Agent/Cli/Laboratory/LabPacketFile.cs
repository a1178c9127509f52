using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Watching;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Trials;

namespace IwTune.Agent.Cli.Laboratory;

/// <summary>The file of <c>lab --pcap</c>. An older file of this name stays as it is until there is a packet.</summary>
internal sealed class LabPacketFile : IDisposable
{
    private readonly string _name;
    private readonly bool _isNew;
    private readonly FileStream _to;

    private LabPacketFile(string name, TimeProvider clock)
    {
        (_name, _isNew) = (name, !File.Exists(name));
        _to = PacketFiles.Open(name, FileMode.OpenOrCreate);
        Packets = new TrialPackets(_to, $"iwtune {AgentVersion.Text}", clock);
    }

    public TrialPackets Packets { get; }

    /// <returns><see langword="null"/> when no file was named.</returns>
    /// <exception cref="UsageException">It cannot be written.</exception>
    public static LabPacketFile? Open(string? name, TimeProvider clock) => name is null ? null : new LabPacketFile(name, clock);

    /// <summary>Closes the file and says what is in it.</summary>
    /// <param name="terminal">Where to say it.</param>
    /// <returns>False when it lacks packets.</returns>
    public bool Finish(Terminal terminal)
    {
        var failure = PacketFiles.Close(_to, Packets.Failure);
        if (Packets.Written == 0 && failure.Length == 0)
        {
            if (_isNew)
                File.Delete(_name);
            terminal.Error.WriteLine($"{_name} is not written: nothing was measured.");
            return true;
        }
        terminal.Error.WriteLine(
            failure.Length > 0
                ? $"{_name} lacks packets ({failure}). Free some space, or name a file elsewhere, and run it again."
                : $"{_name} is written, {Counted.Of(Packets.Written, "packet")}. "
                    + $"'iwtune flight {_name} --interface {TrialPackets.SenderName}' shows their first flights."
        );
        return failure.Length == 0;
    }

    /// <inheritdoc/>
    public void Dispose() => _to.Dispose();
}
