using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The commands that an uninstall calls: the host is restored, and only the administrator's own files remain.</summary>
[Collection("command line")]
public sealed class PurgeTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public PurgeTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task A_host_in_no_fleet_is_put_back_and_its_state_directory_goes()
    {
        await _shell.ApplyEdgeAsync();
        var said = await _shell.RunAsync("unenroll", "--force", "--purge");
        Assert.Equal(0, said.Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.False(Directory.Exists(_bench.State.Root));
        Assert.Contains("All windows are restored.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Called_where_nothing_is_it_is_fine()
    {
        Directory.Delete(_bench.State.Root);
        var said = await _shell.RunAsync("unenroll", "--purge");
        Assert.Equal(0, said.Exit);
        Assert.Contains("Nothing of the agent is left", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_name_the_state_that_the_service_has_goes()
    {
        await _shell.ApplyEdgeAsync();
        _shell.States = [_bench.State.Root, _bench.State.File("none")];
        var said = await _shell.RunWithoutStateAsync("unenroll", "--purge", "--socket", _bench.State.File("none.sock"));
        Assert.Equal(0, said.Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.False(Directory.Exists(_bench.State.Root));
    }

    [Fact]
    public async Task What_the_administrator_wrote_stays_and_is_named()
    {
        await _shell.ApplyEdgeAsync();
        File.WriteAllText(_bench.State.Limits, "max: 32\n");
        File.WriteAllText(_bench.State.File("notes.txt"), "mine");
        var said = await _shell.RunAsync("unenroll", "--purge");
        Assert.Equal(0, said.Exit);
        Assert.Equal(
            ["limits.yaml", "notes.txt"],
            Directory.EnumerateFileSystemEntries(_bench.State.Root).Select(Path.GetFileName).Order(StringComparer.Ordinal)
        );
        Assert.Contains("limits.yaml, notes.txt", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_cannot_be_put_back_keeps_its_before_image()
    {
        await _shell.ApplyEdgeAsync();
        _bench.Tuner.Fault = _ => new Outcome.Failed("the tool broke");
        var said = await _shell.RunAsync("unenroll", "--force", "--purge");
        Assert.Equal(1, said.Exit);
        Assert.Contains("the tool broke", said.Error, StringComparison.Ordinal);
        Assert.Contains("Nothing was deleted", said.Error, StringComparison.Ordinal);
        _bench.Tuner.Fault = _ => null;
        Assert.Equal(0, (await _shell.RunAsync("unenroll", "--purge")).Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_directory_that_is_not_the_agents_loses_nothing()
    {
        File.WriteAllText(_bench.State.File("thesis.tex"), "…");
        Directory.CreateDirectory(_bench.State.File("pictures"));
        Assert.Equal(0, (await _shell.RunAsync("unenroll", "--purge")).Exit);
        Assert.True(File.Exists(_bench.State.File("thesis.tex")));
        Assert.True(Directory.Exists(_bench.State.File("pictures")));
    }

    [Fact]
    public async Task While_something_else_uses_the_state_nothing_is_touched()
    {
        await _shell.ApplyEdgeAsync();
        using (StateLock.Take(_bench.State, StateLock.Daemon))
        {
            var said = await _shell.RunAsync("unenroll", "--force", "--purge");
            Assert.Equal(1, said.Exit);
            Assert.Contains("in use", said.Error, StringComparison.Ordinal);
        }
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.True(File.Exists(_bench.State.Journal));
    }

    [Fact]
    public async Task Rolling_back_a_host_that_was_never_touched_does_not_need_to_read_it()
    {
        _bench.Tuner.Unavailable = true;
        var said = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(0, said.Exit);
    }

    public void Dispose()
    {
        _shell.Dispose();
        Directory.CreateDirectory(_bench.State.Root); // the bench removes what it made
        _bench.Dispose();
    }
}
