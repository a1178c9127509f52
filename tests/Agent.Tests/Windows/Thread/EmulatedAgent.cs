using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Enrolling;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Facts;
using IwTune.Agent.Windows.Facts;
using IwTune.Agent.Windows.Watching;
using IwTune.WindowsDouble.Machine;

namespace IwTune.Agent.Tests.Windows.Thread;

/// <summary>
/// The whole agent in this process on an emulated Windows: its commands and its daemon. Only its tuner's timer stands until it is moved.
/// </summary>
internal sealed class EmulatedAgent : IAsyncDisposable
{
    private readonly EmulatedHost _host;
    private readonly FakeRegistry _registry;
    private readonly CancellationTokenSource _stop = new();
    private readonly StringWriter _lines = new();
    private readonly TextWriter _log;
    private Task<int>? _daemon;

    public EmulatedAgent(string profile)
    {
        _host = new EmulatedHost(profile);
        _log = TextWriter.Synchronized(_lines);
        _registry = new FakeRegistry()
            .With("CurrentBuildNumber", $"{_host.Profile.Build}")
            .With("ProductName", _host.Profile.Title)
            .WithProduct(_host.Profile.Server ? "ServerNT" : "WinNT")
            .With(@"SOFTWARE\Microsoft\Cryptography", "MachineGuid", $"{Guid.NewGuid()}");
    }

    public EmulatedWindows Machine => _host.Machine;

    /// <summary>What the daemon logged.</summary>
    public string Log
    {
        get
        {
            // What a synchronized writer locks is itself.
            lock (_log)
                return _lines.ToString();
        }
    }

    /// <summary>The window of a template, as a command of Windows would show it.</summary>
    public int Window(string template) => Machine.Read().Template(template)!.Window;

    /// <summary>Runs a command.</summary>
    public async Task<Said> RunAsync(params string[] args)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        using var nothing = new StringReader("");
        var context = ContextOf(new Terminal(output, error, nothing, Interactive: false, Colour: false));
        var places = args[0] == "fleet" ? [] : (string[])["--state", _host.State.Root, "--socket", Socket];
        var exit = await CommandLine.RunAsync([.. args, .. places], context, Verbs);
        return new Said(exit, output.ToString(), error.ToString());
    }

    /// <summary>Starts its daemon.</summary>
    public void Start()
    {
        var terminal = new Terminal(_log, _log, new StringReader(""), Interactive: false, Colour: false);
        var run = new DaemonRun(ContextOf(terminal), new DaemonOptions(_host.State.Root, Socket, null), new AgentLog(_log));
        _daemon = Task.Run(() => run.RunAsync(new ServiceNotify(_ => null), _stop.Token));
    }

    /// <summary>Fires the tuner's timer.</summary>
    public void Tick() => _host.Clock.Advance(SettingsWatch.Unwatched);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        if (_daemon is not null)
            await _daemon;
        _stop.Dispose();
        _host.Dispose();
    }

    private string Socket => Path.Combine(Path.GetDirectoryName(Machine.Path)!, "agent.sock");

    private CliContext ContextOf(Terminal terminal) => new(Open, terminal, TimeProvider.System) { Noun = "template" };

    private HostPorts Open(HostOptions options)
    {
        var tuner = _host.NewTuner();
        var facts = new WindowsHostFacts(
            _registry,
            new WindowsVersionReader(_registry, new Version(10, 0, _host.Profile.Build, 0)),
            TimeProvider.System,
            () => new Dictionary<string, string>(StringComparer.Ordinal)
        );
        return new HostPorts(tuner, new SimulatedProbe(TimeProvider.System), facts, tuner.ByHandAsync, null, new FakeDoctor());
    }

    private static readonly (string Name, Func<CliContext, Verb> Create)[] Verbs =
    [
        ("enroll", EnrollVerb.Create),
        ("unenroll", UnenrollVerb.Create),
        ("status", StatusVerb.Create),
        ("show", ShowVerb.Create),
        ("history", HistoryVerb.Create),
        ("fleet", FleetVerb.Create),
    ];
}
