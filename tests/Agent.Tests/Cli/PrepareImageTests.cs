using IwTune.Agent.Control;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Windows;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class PrepareImageTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public PrepareImageTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task A_host_in_no_fleet_is_restored_and_its_state_erased_but_for_the_administrators_files()
    {
        await _shell.ApplyEdgeAsync();
        File.WriteAllText(_bench.State.Limits, "max: 32\n");
        var said = await _shell.RunAsync("prepare-image");
        Assert.Equal(0, said.Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Equal(["limits.yaml"], Directory.EnumerateFileSystemEntries(_bench.State.Root).Select(Path.GetFileName));
        Assert.Contains("All windows are restored.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_cannot_be_restored_keeps_its_before_image()
    {
        await _shell.ApplyEdgeAsync();
        _bench.Tuner.Fault = _ => new Outcome.Failed("the tool broke");
        var said = await _shell.RunAsync("prepare-image", "--force");
        Assert.Equal(1, said.Exit);
        Assert.Contains("the tool broke", said.Error, StringComparison.Ordinal);
        Assert.Contains($"Nothing was erased in {_bench.State.Root}.", said.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(_bench.State.File("journal")));
    }

    [Fact]
    public async Task A_host_that_cannot_be_restored_stays_in_its_fleet_although_force_is_given()
    {
        await _shell.ApplyEdgeAsync();
        File.WriteAllText(_bench.State.File(IdentityFile.Name), "damaged");
        _bench.Tuner.Fault = _ => new Outcome.Failed("the tool broke");
        var said = await _shell.RunAsync("prepare-image", "--force");
        Assert.Equal(1, said.Exit);
        Assert.EndsWith(
            $"Fix the cause and try again. Nothing was erased in {_bench.State.Root}.",
            said.Error.TrimEnd(),
            StringComparison.Ordinal
        );
        Assert.True(File.Exists(_bench.State.File(IdentityFile.Name)));
    }

    [Fact]
    public async Task Without_its_server_nothing_is_erased_and_the_way_to_do_it_is_named()
    {
        using var authority = new TestAuthority();
        IdentityFile.Write(
            _bench.State.Root,
            authority.Enrolled(_bench.Clock.GetUtcNow()) with
            {
                Server = new Uri("https://127.0.0.1:9"),
            }
        );
        var said = await _shell.RunAsync("prepare-image");
        Assert.Equal(4, said.Exit);
        Assert.Contains("'iwtune prepare-image --force' restores everything", said.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(_bench.State.File(IdentityFile.Name)));
    }

    [Fact]
    public async Task What_a_host_of_windows_did_not_let_be_set_goes_too()
    {
        File.WriteAllText(_bench.State.File(StockRefusals.Name), "{}");
        Assert.Equal(0, (await _shell.RunAsync("prepare-image")).Exit);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_bench.State.Root));
    }

    [Fact]
    public async Task Where_there_is_no_state_there_is_nothing_to_do()
    {
        Directory.Delete(_bench.State.Root, recursive: true);
        var said = await _shell.RunAsync("prepare-image");
        Assert.Equal(0, said.Exit);
        Assert.Equal($"Nothing to do: there is no {_bench.State.Root}.", said.Out.Split('\n')[0].TrimEnd());
    }

    [Fact]
    public async Task Without_a_name_the_state_that_the_service_has_and_the_usual_one_are_erased()
    {
        await _shell.ApplyEdgeAsync();
        var usual = Directory.CreateDirectory(Path.Combine(_bench.State.Root, "usual")).FullName;
        File.WriteAllText(Path.Combine(usual, "journal"), "");
        _shell.States = [_bench.State.Root, usual];
        var said = await _shell.RunWithoutStateAsync("prepare-image", "--socket", _bench.State.File("none.sock"));
        Assert.Equal(0, said.Exit);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.False(File.Exists(_bench.State.Journal));
        Assert.Empty(Directory.EnumerateFileSystemEntries(usual));
        Assert.Contains($"The state in {_bench.State.Root} is erased; left: usual.", said.Out, StringComparison.Ordinal);
        Assert.Contains($"The state in {usual} is erased.", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_name_and_without_any_state_it_says_where_it_looked()
    {
        var (one, other) = (_bench.State.File("one"), _bench.State.File("other"));
        _shell.States = [one, other];
        var said = await _shell.RunWithoutStateAsync("prepare-image", "--socket", _bench.State.File("none.sock"));
        Assert.Equal(0, said.Exit);
        Assert.StartsWith(
            $"Nothing to do: there is no {one} and no {other}. If an agent ran with another state directory, name it with --state.",
            said.Out,
            StringComparison.Ordinal
        );
    }

    public void Dispose()
    {
        _shell.Dispose();
        Directory.CreateDirectory(_bench.State.Root); // the bench removes what it made
        _bench.Dispose();
    }
}
