using System.Reflection;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Facts;

/// <summary>Reads what this host is from the registry, its adapters and its TCP settings.</summary>
/// <param name="registry">The machine's registry.</param>
/// <param name="versions">Reads which Windows this is.</param>
/// <param name="clock">See <see cref="WindowsBootId"/>.</param>
/// <param name="settings">
/// Everything else that decides first flights, by the names of <see cref="TcpSetting"/>; may take as long as netsh does.
/// </param>
public sealed class WindowsHostFacts(
    IRegistry registry,
    WindowsVersionReader versions,
    TimeProvider clock,
    Func<IReadOnlyDictionary<string, string>> settings
) : IHostFacts
{
    private readonly WindowsBootId _boot = new(registry, clock, () => TimeSpan.FromMilliseconds(Environment.TickCount64));
    private readonly NetworkAdapters _adapters = new(registry, NetworkAdapters.OfThisHost);

    /// <inheritdoc/>
    public HostFacts Read()
    {
        var version = versions.Read();
        var told = settings();
        return new HostFacts
        {
            HostName = Environment.MachineName.Split('.')[0],
            Os = "windows",
            OsName = versions.Release() is { Length: > 0 } release ? $"{version.Name} ({release})" : version.Name,
            Kernel = versions.Number(version),
            BootId = _boot.Read(),
            MachineId = KeyedMachineId.Of(registry.Text(@"SOFTWARE\Microsoft\Cryptography", "MachineGuid")),
            AgentVersion =
                typeof(WindowsHostFacts)
                    .Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
                    ?.InformationalVersion.Split('+')[0]
                ?? "",
            CongestionControl = told.GetValueOrDefault(TcpSetting.CongestionProvider, "").ToLowerInvariant(),
            Hypervisor = WindowsHypervisor.Read(registry),
            Settings = told,
            Nics = _adapters.Read(),
        };
    }
}
