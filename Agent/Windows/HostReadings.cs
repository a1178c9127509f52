using System.Net.NetworkInformation;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Doctor.Checks;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows;

/// <summary>What facts, probe and doctor read beside the tuner's own templates: the global parameters and the registry.</summary>
/// <param name="tuner">Reads templates and filters.</param>
/// <param name="version">Which Windows.</param>
/// <param name="netsh">Shows the global parameters.</param>
/// <param name="registry">The machine's registry.</param>
/// <param name="clock">Times how long the global parameters are remembered.</param>
internal sealed class HostReadings(WindowsTuner tuner, WindowsVersion version, INetsh netsh, IRegistry registry, TimeProvider clock)
{
    private readonly GlobalParameters _global = new(netsh, clock);

    /// <summary>For the facts, which are read at once: by the names of <see cref="TcpSetting"/>.</summary>
    public IReadOnlyDictionary<string, string> Settings()
    {
        var settings = new Dictionary<string, string>(tuner.Settings(), StringComparer.Ordinal);
        foreach (var (name, value) in GlobalParameters.Named(_global.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult()))
            settings[name] = value;
        return settings;
    }

    /// <summary>For the probe.</summary>
    /// <exception cref="Ports.TunerUnavailableException">The templates cannot be read.</exception>
    public async ValueTask<TemplateSituation> SituationAsync(CancellationToken ct) =>
        await tuner.SituationAsync(ct) with
        {
            PacingProfile = (await _global.ReadAsync(ct)).PacingProfile ?? "",
        };

    /// <summary>For the doctor.</summary>
    /// <exception cref="Ports.TunerUnavailableException">The templates cannot be read.</exception>
    public async ValueTask<WindowsFindings> FindingsAsync(CancellationToken ct)
    {
        var state = await tuner.StateAsync(ct);
        return new WindowsFindings
        {
            Version = version,
            State = state,
            MethodNotes = state.Templates.Notes,
            Global = await _global.ReadAsync(ct),
            Nics = new NetworkAdapters(registry, NetworkAdapters.OfThisHost).Read(),
            Tcp1323Opts = registry.Text(ScalingOption.Key, ScalingOption.Value),
            Http3 = registry.Text(QuicPackets.HttpKey, QuicPackets.HttpValue),
            QuicPackets = registry.Text(QuicPackets.Key, QuicPackets.Value),
            HasQuicPort = IPGlobalProperties.GetIPGlobalProperties().GetActiveUdpListeners().Any(one => one.Port == QuicPackets.Port),
            ServiceStart = registry.Text(@"SYSTEM\CurrentControlSet\Services\IwTune", "Start"),
        };
    }
}
