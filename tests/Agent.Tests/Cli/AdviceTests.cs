using System.CommandLine;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>A command that the output quotes as advice acts on the same agent when it is pasted.</summary>
[Collection("command line")]
public sealed class AdviceTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public AdviceTests() => _shell = new Shell(_bench);

    private string State => $"--state {_bench.State.Root}";

    [Fact]
    public async Task A_hold_and_what_it_refuses_name_the_state_directory()
    {
        Assert.Contains($"'iwtune release {State}' ends it.", (await _shell.RunAsync("hold")).Out, StringComparison.Ordinal);
        Assert.Contains(
            $"'iwtune release {State}' ends the hold.",
            (await _shell.RunAsync("override", "default", "--initcwnd", "20")).Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_override_names_it_for_a_person_and_for_a_program()
    {
        string[] arguments = ["override", "default", "--initcwnd", "20"];
        var advice = $"'iwtune override --clear {State}' restores what was there before.";
        Assert.Contains(advice, (await _shell.RunAsync(arguments)).Out, StringComparison.Ordinal);
        Assert.Contains(advice, (await _shell.RunAsync([.. arguments, "--json"])).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_answer_of_a_daemon_names_the_socket_that_it_came_from_and_can_be_copied()
    {
        var socket = Path.Combine(_bench.State.Root, "it's no agent.sock");
        var (endpoint, _) = LocalEndpoint.Open(socket);
        using var stop = new CancellationTokenSource();
        using var daemon = new LocalListener(
            endpoint!,
            (_, _) => ValueTask.FromResult(LocalReply.Say(1, "Nothing was applied: held. 'iwtune release' ends the hold.")),
            AgentLog.Silent,
            TimeProvider.System
        );
        var serving = daemon.RunAsync(stop.Token);
        var said = await _shell.RunWithoutStateAsync("rollback", "--socket", socket);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => serving);
        Assert.Equal($"Nothing was applied: held. \"iwtune release --socket {ShellWord.Quote(socket)}\" ends the hold.\n", said.Error);
    }

    [Fact]
    public async Task What_a_plan_and_an_unconfirmed_change_advise_names_both()
    {
        var policy = _shell.File("my edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\nconfirm: 2m\n");
        var socket = Path.Combine(_bench.State.Root, "agent.sock");
        var plan = await _shell.RunAsync("plan", policy);
        Assert.EndsWith($" \"iwtune apply '{policy}' {State}\" makes it.\n", plan.Out, StringComparison.Ordinal);
        await _bench.Open().ReconcileAsync(Bench.Content(("default", 16, null)) with { ConfirmSeconds = 60 }, CancellationToken.None);
        var said = await _shell.RunAsync("show", "--socket", socket);
        Assert.Contains($" 'iwtune confirm {State} --socket {socket}' keeps it.\n", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_name_of_a_process_that_holds_the_lock_is_not_advice()
    {
        using var held = StateLock.Take(_bench.State, "apply");
        Assert.Contains("'iwtune apply' (pid ", (await _shell.RunAsync("hold")).Error, StringComparison.Ordinal);
    }

    [Fact]
    public void An_option_at_the_end_of_a_line_is_not_repeated()
    {
        using var page = new StringWriter();
        var advice = new Advice();
        advice.Repeat(new RootCommand { StateOption.Option, SocketOption.Option }.Parse(["--state", "/srv/iwtune"]));
        var terminal = advice.Before(new Terminal(page, page, TextReader.Null, Interactive: false, Colour: false), json: false);
        terminal.Out.Write("Name a port: 'iwtune verify --peer HOST:PORT --state\n    /srv/iwtune'.");
        Assert.Equal("Name a port: 'iwtune verify --peer HOST:PORT --state\n    /srv/iwtune'.", page.ToString());
    }

    public static TheoryData<string> Advised => [.. Advice.Commands];

    [Theory]
    [MemberData(nameof(Advised))]
    public async Task Every_completed_command_takes_both_options(string command)
    {
        var help = (await _shell.RunWithoutStateAsync(command, "--help")).Out;
        Assert.Contains("--state DIR", help, StringComparison.Ordinal);
        Assert.Contains("--socket PATH", help, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
