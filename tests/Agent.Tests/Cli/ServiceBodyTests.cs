using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Services;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Windows.ServiceControl;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The daemon as a service, over a simulated host and a manager that only listens.</summary>
public sealed class ServiceBodyTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly List<string> _heard = [];

    private string Policy => _bench.State.File("edge.yaml");

    private string Socket => _bench.State.File("s");

    private DaemonStatus Status => LocalClient.Ask(Socket, new LocalRequest(LocalVerb.Status))!.Status!;

    [Fact]
    public async Task It_starts_reloads_and_stops_by_orders_and_the_log_is_whole_before_the_last_word()
    {
        Write(16);
        var (life, living) = Begin();
        await HearsAsync("Running 0");
        Assert.Equal("edge", LocalClient.Ask(Socket, new LocalRequest(LocalVerb.Status))!.State!.Policy);

        Write(20);
        life.Handle(ServiceOrder.ParamChange);
        await Until.TrueAsync(
            () => _bench.Tuner.ToString()!.Contains("initcwnd 20", StringComparison.Ordinal),
            () => _bench.Tuner.ToString()!
        );
        life.Handle(ServiceOrder.Stop);

        Assert.Equal(0, await living);
        Assert.Equal("Stopped 0", _heard[^1]);
        Assert.StartsWith("Information Stopped.", _heard[^2], StringComparison.Ordinal);
        Assert.Null(LocalClient.Ask(Socket, new LocalRequest(LocalVerb.Status)));
        life.Dispose();
    }

    [Fact]
    public async Task A_policy_that_is_not_valid_any_more_is_in_the_log_and_the_status_and_settings_are_read_all_the_same()
    {
        Write(16);
        var (life, living) = Begin();
        await HearsAsync("Running 0");

        Write(-1);
        await File.WriteAllTextAsync(_bench.State.File("agent.yaml"), "repairs: { max: 3 }\n", TestContext.Current.CancellationToken);
        life.Handle(ServiceOrder.ParamChange);
        await HearsAsync("Warning The policy file is not used");
        await Until.TrueAsync(() => Status.Settings.Contains('3', StringComparison.Ordinal), () => Status.Settings);
        Assert.Single(Status.Notes, note => note.StartsWith("The policy file is not used", StringComparison.Ordinal));

        Write(16);
        life.Handle(ServiceOrder.ParamChange);
        await Until.TrueAsync(() => Status.Notes.Count == 0, () => string.Join('\n', Status.Notes));
        life.Handle(ServiceOrder.Shutdown);

        Assert.Equal(0, await living);
        Assert.Contains("initcwnd 16", _bench.Tuner.ToString(), StringComparison.Ordinal);
        life.Dispose();
    }

    [Fact]
    public async Task What_keeps_it_from_starting_is_logged_and_is_its_exit_code()
    {
        Write(-1);

        var (life, living) = Begin();

        Assert.Equal(64, await living);
        Assert.Equal(["StartPending 0", "Stopped 64"], [_heard[0], _heard[^1]]);
        Assert.StartsWith("Error ", _heard[^2], StringComparison.Ordinal);
        Assert.Contains("initcwnd", _heard[^2], StringComparison.Ordinal);
        life.Dispose();
    }

    [Fact]
    public async Task A_failure_that_nobody_thought_of_ends_it_with_an_error_and_is_logged_in_full()
    {
        Write(16);

        var (life, living) = Begin(_ => throw new InvalidOperationException("broken on purpose"));

        Assert.Equal(1, await living);
        Assert.Contains("InvalidOperationException: broken on purpose", _heard[^2], StringComparison.Ordinal);
        Assert.Equal("Stopped 1", _heard[^1]);
        life.Dispose();
    }

    public void Dispose() => _bench.Dispose();

    private void Write(int window) => File.WriteAllText(Policy, $"policy: edge\nwindow: {{ initcwnd: {window} }}\nscopes: [ default ]\n");

    private (ServiceLife Life, Task<int> Living) Begin(Func<HostOptions, HostPorts>? open = null)
    {
        using var nothing = new StringWriter();
        var context = new CliContext(
            open
                ?? (
                    _ => new HostPorts(
                        _bench.Tuner,
                        new SimulatedProbe(_bench.Clock),
                        new LinuxHostFacts(),
                        (_, _) => ValueTask.FromResult<IReadOnlyList<ManualUndo>>([]),
                        null,
                        _bench.Doctor
                    )
                ),
            new Terminal(nothing, nothing, TextReader.Null, Interactive: false, Colour: false),
            _bench.Clock
        );
        var log = new AgentLog((severity, line) => Hear($"{severity} {line}"));
        var daemon = new DaemonRun(context, new DaemonOptions(_bench.State.Root, Socket, Policy), log);
        var life = new ServiceLife(status => Hear($"{status.State} {status.ExitCode}"), ct => _ = daemon.ReloadAsync(ct), _bench.Clock);
        return (
            life,
            Task.Factory.StartNew(
                () => ServiceBody.Live(life, daemon, _bench.State.Root, log),
                TestContext.Current.CancellationToken,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default
            )
        );
    }

    private void Hear(string what)
    {
        lock (_heard)
            _heard.Add(what);
    }

    private Task HearsAsync(string beginning) =>
        Until.TrueAsync(
            () =>
            {
                lock (_heard)
                    return _heard.Exists(line => line.StartsWith(beginning, StringComparison.Ordinal));
            },
            () => string.Join('\n', _heard)
        );
}
