using System.Net;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Services;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli;

/// <summary>What a verb works with. Tests give it a simulated host and their own terminal.</summary>
internal sealed record CliContext(Func<HostOptions, HostPorts> Open, Terminal Terminal, TimeProvider Time)
{
    /// <summary>Cancelled when the command is to stop.</summary>
    public CancellationToken Stop { get; init; }

    /// <summary>What was decided for this host through a facility of its system.</summary>
    public Func<CentralSettings> Central { get; init; } = () => CentralSettings.None;

    /// <summary>The services of Windows; <see langword="null"/> on other systems.</summary>
    public IServiceDatabase? Services { get; init; }

    /// <summary>The state directories that the service of this host can have used.</summary>
    public Func<CancellationToken, ValueTask<IReadOnlyList<string>>> States { get; init; } = ServiceStates.OfThisHostAsync;

    /// <summary>
    /// Starts the process that restores an unconfirmed change when this process is killed; <see langword="null"/> for none.
    /// </summary>
    public Action<StateDirectory>? Watch { get; init; }

    /// <summary>Detaches this process from its terminal; <see langword="null"/> where that is not needed.</summary>
    public Action? Detach { get; init; }

    public static CliContext OfThisProcess() =>
        new(ThisHost.Open, Terminal.OfThisProcess(), TimeProvider.System)
        {
            Central = ThisHost.Central,
            Services = OperatingSystem.IsWindows() ? new ServiceDatabase() : null,
            Watch = ConfirmWatcher.Start,
            Detach = OperatingSystem.IsLinux() ? ProcessSession.Leave : null,
        };

    /// <summary>What is set on this host, in the singular.</summary>
    public string Noun { get; init; } = HostWords.Here.Target;

    /// <summary>The host without settings and peers, for verbs that depend on neither.</summary>
    public HostPorts Host() => Open(new HostOptions());

    /// <summary>The host for a verb that reads or restores: a broken settings file is reported and ignored.</summary>
    public HostPorts Host(StateDirectory state, IReadOnlyList<IPEndPoint>? peers = null) => Host(state, out _, peers);

    /// <inheritdoc cref="Host(StateDirectory, IReadOnlyList{IPEndPoint}?)"/>
    public HostPorts Host(StateDirectory state, out HostSettings settings, IReadOnlyList<IPEndPoint>? peers = null)
    {
        var file = SettingsFile.Peek(state, Central);
        if (file is { Problem.Length: > 0, Unseen: false })
            Terminal.Error.WriteLine(file.Problem);
        var used = file.Settings with { Backend = InUse(state) ?? file.Settings.Backend };
        settings = used;
        return Open(
            new HostOptions
            {
                State = state,
                Settings = () => used,
                Peers = () => peers ?? [],
            }
        );
    }

    /// <summary>A daemon may have been started with another backend than the file names; the targets that it set show which.</summary>
    private Backend? InUse(StateDirectory state)
    {
        try
        {
            return Journal.Peek(state, Time).Uses(way => way == StrategyKind.Bpf) ? Backend.Bpf : null;
        }
        catch (StateUnusableException)
        {
            return null;
        }
    }
}
