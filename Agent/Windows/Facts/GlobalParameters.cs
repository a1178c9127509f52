using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows.Facts;

/// <summary>The global TCP parameters of this host, by netsh: no other method reports the pacing profile.</summary>
/// <param name="netsh">Runs it.</param>
/// <param name="clock">Times how long they are remembered.</param>
internal sealed class GlobalParameters(INetsh netsh, TimeProvider clock)
{
    /// <summary>How long they are remembered: facts are asked for every few minutes, and each question starts a program.</summary>
    public static readonly TimeSpan Remembering = TimeSpan.FromHours(1);

    private readonly Remembered<NetshGlobal> _global = new(ct => ShowAsync(netsh, ct), Remembering, clock);

    /// <summary>Reads them. What is not known for certain is <see langword="null"/>.</summary>
    public ValueTask<NetshGlobal> ReadAsync(CancellationToken ct) => _global.ReadAsync(ct);

    private static async ValueTask<NetshGlobal> ShowAsync(INetsh netsh, CancellationToken ct)
    {
        var run = await netsh.RunAsync(new NetshCommand.ShowGlobal(), ct);
        return run.ExitCode == 0 ? NetshGlobal.Read(run.Output) : new NetshGlobal(null, null, null, null);
    }

    /// <summary>The same by the names of <see cref="TcpSetting"/>; what is not known is left out.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Named(NetshGlobal global) =>
        from setting in new (string Name, string? Value)[]
        {
            (TcpSetting.PacingProfile, global.PacingProfile),
            (TcpSetting.AutoTuning, global.AutoTuningLevel),
            (TcpSetting.SegmentCoalescing, global.SegmentCoalescing),
            (TcpSetting.ReceiveSideScaling, global.ReceiveSideScaling),
        }
        where setting.Value is not null
        select KeyValuePair.Create(setting.Name, setting.Value!);
}
