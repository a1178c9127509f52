using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Windows.ServiceControl;
using IwTune.Agent.Windows.ServiceControl;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

public sealed class ServiceVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly FakeServiceDatabase _manager = new();
    private readonly Shell _shell;

    public ServiceVerbTests() => _shell = new Shell(_bench) { Services = _manager };

    [Fact]
    public async Task An_installed_service_runs_this_program_with_what_was_given()
    {
        var policy = _shell.File("two words.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [ default ]\n");

        var said = await _shell.RunAsync("service", "install", "--policy", policy, "--socket", "second");

        Assert.Equal(0, said.Exit);
        Assert.Contains("sc.exe start IwTune", said.Out, StringComparison.Ordinal);
        Assert.Equal(
            [Environment.ProcessPath!, "run", "--service", "--state", _bench.State.Root, "--socket", "second", "--policy", policy],
            WindowsArguments.Split(_manager.Entry!.CommandLine)
        );
        Assert.True(_manager.EventSource);
    }

    [Fact]
    public async Task Installing_twice_changes_what_is_there()
    {
        await _shell.RunAsync("service", "install");
        _manager.Note = "Windows was not told to start it again.";

        var again = await _shell.RunAsync("service", "install", "--socket", "other");

        Assert.Equal((0, "Windows was not told to start it again.\n"), (again.Exit, again.Error));
        Assert.Contains("installed already", again.Out, StringComparison.Ordinal);
        Assert.Equal(["create", "source", "change", "source"], _manager.Asked);
        Assert.Contains("other", _manager.Entry!.CommandLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_service_that_could_not_start_is_not_installed()
    {
        var said = await _shell.RunAsync("service", "install", "--policy", _shell.File("bad.yaml", "policy: edge\n"));

        Assert.Equal(64, said.Exit);
        Assert.Empty(_manager.Asked);
    }

    [Fact]
    public async Task Who_may_not_is_told_what_would_help()
    {
        _manager.Refuses = new ServiceControlException(
            "The service IwTune could not be installed: access is denied. Run it as administrator."
        )
        {
            Permission = true,
        };

        var said = await _shell.RunAsync("service", "install");

        Assert.Equal(5, said.Exit);
        Assert.Contains("Run it as administrator", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Removing_stops_waits_puts_every_window_back_and_then_takes_the_service_away()
    {
        var before = _bench.Tuner.ToString();
        await _shell.RunAsync("apply", _shell.File("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [ default ]\n"));
        Assert.NotEqual(before, _bench.Tuner.ToString());
        Install(ServiceState.Running);

        var said = await Settled(_shell.RunAsync("service", "remove"));

        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Equal(before, _bench.Tuner.ToString());
        Assert.Equal(["stop", "delete", "no source"], _manager.Asked);
        Assert.Null(_manager.Entry);
    }

    [Fact]
    public async Task Windows_stay_when_they_are_to()
    {
        await _shell.RunAsync("apply", _shell.File("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [ default ]\n"));
        var applied = _bench.Tuner.ToString();
        Install(ServiceState.Stopped);

        var said = await Settled(_shell.RunAsync("service", "remove", "--keep-windows"));

        Assert.Equal(0, said.Exit);
        Assert.Contains("iwtune rollback --all", said.Out, StringComparison.Ordinal);
        Assert.Equal(applied, _bench.Tuner.ToString());
        Assert.Equal(["delete", "no source"], _manager.Asked);
    }

    [Fact]
    public async Task What_cannot_be_put_back_keeps_the_service_installed()
    {
        await _shell.RunAsync("apply", _shell.File("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [ default ]\n"));
        _bench.Tuner.Fault = _ => new Agent.Ports.Outcome.Failed("access denied");
        Install(ServiceState.Running);

        var said = await Settled(_shell.RunAsync("service", "remove"));

        Assert.Equal(1, said.Exit);
        Assert.Contains("still installed", said.Error, StringComparison.Ordinal);
        Assert.Equal(["stop"], _manager.Asked);
    }

    [Fact]
    public async Task A_service_that_does_not_stop_is_not_removed()
    {
        Install(ServiceState.Running);
        _manager.StopsAfter = null;

        var said = await Settled(_shell.RunAsync("service", "remove"));

        Assert.Equal(1, said.Exit);
        Assert.Contains("process 812", said.Error, StringComparison.Ordinal);
        Assert.Equal(["stop"], _manager.Asked);
    }

    [Fact]
    public async Task Where_there_is_none_nothing_is_removed()
    {
        var said = await _shell.RunAsync("service", "remove");

        Assert.Equal(0, said.Exit);
        Assert.Empty(_manager.Asked);
    }

    [Theory]
    [InlineData(ServiceState.Running, 0, 0, "running, pid 812")]
    [InlineData(ServiceState.Stopped, 0, 4, "IwTune, stopped")]
    [InlineData(ServiceState.Stopped, 1077, 4, "IwTune, stopped")]
    [InlineData(ServiceState.Stopped, 5, 4, "failed with 5")]
    [InlineData(ServiceState.StartPending, 0, 4, "starting, pid 812")]
    public async Task The_state_is_told_in_a_word_and_a_code(ServiceState state, int code, int exit, string word)
    {
        Install(state, code);

        var said = await _shell.RunAsync("service", "status");

        Assert.Equal(exit, said.Exit);
        Assert.Contains(word, said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_are_told_in_json()
    {
        Assert.Contains("\"installed\": false", (await _shell.RunAsync("service", "status", "--json")).Out, StringComparison.Ordinal);
        Install(ServiceState.Running);
        Assert.Contains("\"state\": \"Running\"", (await _shell.RunAsync("service", "status", "--json")).Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("service", "install")]
    [InlineData("service", "remove")]
    [InlineData("service", "status")]
    [InlineData("run", "--service")]
    public async Task Where_Windows_is_not_there_is_no_service_of_it(params string[] command)
    {
        using var shell = new Shell(_bench);

        var said = await shell.RunAsync(command);

        Assert.Equal(3, said.Exit);
        Assert.Contains("systemd", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private void Install(ServiceState state, int code = 0) =>
        _manager.Entry = new ServiceEntry(
            state,
            state == ServiceState.Stopped ? 0 : 812,
            code,
            StartsByItself: true,
            "LocalSystem",
            WindowsArguments.Join([@"C:\Program Files\IwTune\iwtune.exe", "run", "--service", "--state", _bench.State.Root])
        );

    /// <summary>Advances the clock until the command is done.</summary>
    private async Task<Said> Settled(Task<Said> command)
    {
        await Until.TrueAsync(
            () =>
            {
                _bench.Clock.Advance(TimeSpan.FromSeconds(1));
                return command.IsCompleted;
            },
            () => "the command still waits"
        );
        return await command;
    }
}
