using IwTune.Agent.Engine.State;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Every error is reported at once on stderr, with what to do; nothing is changed.</summary>
[Collection("command line")]
public sealed class BadInputTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public BadInputTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Every_problem_of_a_policy_and_of_this_host_comes_in_one_answer()
    {
        var file = _shell.File(
            "bad.yaml",
            "policy: edge\nwindow: { initcwnd: 0, initrwnd: ten }\nscopes:\n  - interface: eth9\n  - prefix: 10.1.0.0/8\nlimit: x\n"
        );
        var said = await _shell.RunAsync("apply", file);
        Assert.Equal(64, said.Exit);
        Assert.Empty(said.Out);
        foreach (
            var place in (string[])
                [
                    "bad.yaml:2:",
                    "bad.yaml:4:",
                    "bad.yaml:5:",
                    "bad.yaml:6:",
                    "'0'",
                    "'ten'",
                    "'eth9'",
                    "its interfaces are eth0, eth1, lo",
                    "10.0.0.0/8",
                    "'limit'",
                ]
        )
            Assert.Contains(place, said.Error, StringComparison.Ordinal);
        Assert.EndsWith("5 problems; nothing was changed.\n", said.Error, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
        Assert.False(File.Exists(_bench.State.Journal));
    }

    [Theory]
    [InlineData("initcwnd: 1024")]
    [InlineData("initcwnd: -1")]
    [InlineData("initcwnd: &a 10")]
    [InlineData("initcwnd: 10, initcwnd: 11")]
    [InlineData("initcwnd: 10, initcwmd: 11")]
    public async Task A_window_that_is_none_is_refused(string window)
    {
        var said = await _shell.RunAsync("plan", _shell.File("bad.yaml", $"policy: edge\nwindow: {{ {window} }}\nscopes: [default]\n"));
        Assert.Equal(64, said.Exit);
        Assert.Contains("bad.yaml:2:", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_too_large_or_not_there_is_refused()
    {
        Assert.Equal(64, (await _shell.RunAsync("plan", _shell.File("large.yaml", new string('#', 1 << 20)))).Exit);
        var missing = await _shell.RunAsync("plan", "/no/such/file.yaml");
        Assert.Equal(64, missing.Exit);
        Assert.Contains("/no/such/file.yaml cannot be read", missing.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_directory_is_called_one_and_not_a_file_without_access()
    {
        var directory = Path.GetDirectoryName(_shell.File("edge.yaml", ""))!;
        foreach (
            var words in (string[][])
                [
                    ["apply", directory],
                    ["flight", directory],
                    ["recommend", "--profile", directory],
                    ["survey", directory],
                    ["verify-export", directory],
                ]
        )
        {
            var said = await _shell.RunWithoutStateAsync(words);
            Assert.Equal(64, said.Exit);
            Assert.Contains($"{directory} cannot be read: It is a directory", said.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("run it again with room for its output", "history")]
    [InlineData("run it again with room for its output", "experiment", "list")]
    [InlineData("'iwtune history --state ", "rollback")]
    public async Task Output_that_was_lost_is_found_where_the_command_left_it(string where, params string[] words)
    {
        _shell.Lost = new IOException("No space left on device");
        var said = await _shell.RunAsync(words);
        Assert.Equal(1, said.Exit);
        Assert.Contains("The output could not be written: No space left on device.", said.Error, StringComparison.Ordinal);
        Assert.Contains(where, said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("There is no option '--jsn' for 'iwtune plan'. Did you mean '--json'?", "plan", "--jsn")]
    [InlineData("'iwtune' has no command 'aply'. Did you mean 'apply'?\nNothing", "aply", "x.yaml")]
    [InlineData("'iwtune fleet' has no command 'hots'. Did you mean 'hosts'?\nNothing", "fleet", "hots")]
    [InlineData("'iwtune fleet assignments' has no command 'add'. It has list, set, remove.\nNothing", "fleet", "assignments", "add", "x")]
    [InlineData("There is no option '--confrm' for 'iwtune apply'. Did you mean '--confirm'?", "apply", "x.yaml", "--confrm")]
    [InlineData("There is no option '--initcwnd' for 'iwtune set'.\nNothing", "set", "--initcwnd", "20")]
    [InlineData("There is no option '--initcwnd' for 'iwtune set'.\nNothing", "set", "default", "--initcwnd", "20")]
    [InlineData("There is no option '--limit' for 'iwtune fleet hosts'.\nNothing", "fleet", "hosts", "--limit", "3")]
    [InlineData("'iwtune show' takes no argument 'a b'.\nNothing", "show", "a", "b")]
    [InlineData("'iwtune plan' takes no further argument 'b'.\nNothing", "plan", "a", "b")]
    [InlineData("'iwtune plan' needs FILE.\nNothing", "plan")]
    [InlineData("'iwtune config' needs a command: show, check.\nNothing", "config")]
    [InlineData("SHELL 'csh': write bash, zsh or fish.\nNothing", "completion", "csh")]
    [InlineData("--days 'x': write a number without a fraction.\nNothing", "fleet", "drift", "--days", "x")]
    [InlineData("--only 'x': write waiting, delivered or dead.\nNothing", "fleet", "webhooks", "deliveries", "w", "--only", "x")]
    [InlineData("'iwtune' has no command 'paln'. Did you mean 'plan'?\nNothing", "paln")]
    [InlineData("--last '99999999999': the number is too large.\nNothing", "history", "--last", "99999999999")]
    [InlineData("--last 'x': write a number without a fraction.\nNothing", "history", "--last", "x")]
    [InlineData("--query is given more than once; give it once.\nNothing", "fleet", "hosts", "-q", "a", "-q", "b")]
    [InlineData("argument '--reason a'. Behind '--' no word is an option.\nNothing", "fleet", "holds", "set", "--", "-x", "--reason", "a")]
    [InlineData("FILE is empty", "plan", "")]
    [InlineData("--last: give the number of changes to show, at least 1.", "history", "--last", "0")]
    public async Task What_was_meant_or_is_missing_is_said(string sentence, params string[] arguments)
    {
        var said = await _shell.RunAsync(arguments);
        Assert.Equal(64, said.Exit);
        Assert.Contains(sentence, said.Error, StringComparison.Ordinal);
        Assert.Empty(said.Out);
    }

    [Theory]
    [InlineData("metrics", "--textfile")]
    [InlineData("collect", "--out")]
    [InlineData("man", "--to")]
    public async Task A_file_that_cannot_be_written_is_named_with_the_reason(string verb, string option)
    {
        var inAFile = Path.Combine(_shell.File("a-file", ""), "out");
        var said = await _shell.RunAsync(verb, option, inAFile);
        Assert.Equal(64, said.Exit);
        Assert.Contains(inAFile, said.Error, StringComparison.Ordinal);
        Assert.Contains("cannot be written: ", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_state_directory_without_a_name_is_refused()
    {
        var said = await _shell.RunWithoutStateAsync("show", "--state", "");
        Assert.Equal(64, said.Exit);
        Assert.Contains("--state: the name of the directory is empty.", said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("rollback")]
    [InlineData("rollback", "--all")]
    [InlineData("history")]
    public async Task A_state_directory_that_is_gone_is_not_taken_for_a_host_on_which_nothing_was_changed(params string[] verb)
    {
        var said = await _shell.RunWithoutStateAsync([.. verb, "--state", "/no/such/state"]);
        Assert.Equal(0, said.Exit);
        Assert.Contains("There is no state directory /no/such/state", said.Out, StringComparison.Ordinal);
        Assert.False(Directory.Exists("/no"));
    }

    [Fact]
    public async Task Carriage_returns_do_no_harm()
    {
        var said = await _shell.RunAsync(
            "plan",
            _shell.File("dos.yaml", "policy: edge\r\nwindow: { initcwnd: 16 }\r\nscopes: [default]\r\n")
        );
        Assert.Equal(2, said.Exit);
    }

    [Theory]
    [InlineData("aply", "x.yaml")]
    [InlineData("apply")]
    [InlineData("apply", "x.yaml", "--confirm", "2")]
    [InlineData("apply", "x.yaml", "--confirm", "25h")]
    [InlineData("verify", "--peer", "host")]
    [InlineData("predict")]
    [InlineData("predict", "--size", "0")]
    [InlineData("predict", "--size", "1000", "--iw", "0,3")]
    public async Task A_command_line_that_is_wrong_exits_64_and_names_the_help(params string[] args)
    {
        var said = await _shell.RunAsync(args);
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains("--help' shows how to write it", said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("apply")]
    [InlineData("rollback")]
    public async Task Without_the_privilege_it_exits_5_and_names_the_capability(string verb)
    {
        _shell.Lacking = "Changing routes needs the capability CAP_NET_ADMIN.";
        var file = _shell.Edge();
        var said = await _shell.RunAsync(verb == "apply" ? [verb, file] : [verb]);
        Assert.Equal(5, said.Exit);
        Assert.Contains("CAP_NET_ADMIN", said.Error, StringComparison.Ordinal);
        Assert.Equal(2, (await _shell.RunAsync("plan", file)).Exit);
    }

    [Fact]
    public async Task A_second_process_is_refused_by_name()
    {
        using var held = StateLock.Take(_bench.State, "run");
        var file = _shell.Edge();
        var said = await _shell.RunAsync("apply", file);
        Assert.Equal(1, said.Exit);
        Assert.Contains($"'iwtune run' (pid {Environment.ProcessId})", said.Error, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_host_that_cannot_exits_3()
    {
        _bench.Tuner.Capabilities = new(false, false, false, false, Unsupported: "This system has no such windows.");
        var said = await _shell.RunAsync("plan", _shell.Edge());
        Assert.Equal(3, said.Exit);
        Assert.Contains("This system has no such windows.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_broken_limits_file_stops_everything_and_says_so()
    {
        File.WriteAllText(_bench.State.Limits, "max: many\n");
        var said = await _shell.RunAsync("apply", _shell.Edge());
        Assert.NotEqual(0, said.Exit);
        Assert.Contains(_bench.State.Limits, said.Out, StringComparison.Ordinal);
        Assert.Contains("the reason is below", said.Error, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_daemon_that_is_named_and_not_there_exits_4()
    {
        var said = await _shell.RunAsync("rollback", "--socket", "/no/such/agent.sock");
        Assert.Equal(4, said.Exit);
        Assert.Contains("/no/such/agent.sock", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
