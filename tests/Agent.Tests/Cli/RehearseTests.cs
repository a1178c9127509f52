using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary><c>iwtune rollback --rehearse</c>.</summary>
[Collection("command line")]
public sealed class RehearseTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Theory]
    [InlineData("", ExitCode.Fine, "restored byte for byte")]
    [InlineData(
        "It has another window.",
        ExitCode.Error,
        "A rollback was not shown to work; no scratch route is left. It has another window."
    )]
    public async Task It_says_whether_a_rollback_works(string problem, int exit, string text)
    {
        using var shell = new Shell(_bench) { Rehearsal = new Answering(problem) };
        var said = await shell.RunAsync("rollback", "--rehearse");
        Assert.Equal(exit, said.Exit);
        Assert.Contains(text, said.Out + said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_it_is_not_possible_it_says_so()
    {
        using var shell = new Shell(_bench);
        Assert.Equal(ExitCode.Unsupported, (await shell.RunAsync("rollback", "--rehearse")).Exit);
    }

    [Theory]
    [InlineData("7")]
    [InlineData("--all")]
    public async Task It_undoes_nothing_so_that_it_takes_nothing_to_undo(string what)
    {
        using var shell = new Shell(_bench);
        var said = await shell.RunAsync("rollback", what, "--rehearse");
        Assert.Equal(ExitCode.Usage, said.Exit);
        Assert.Contains("--rehearse undoes nothing", said.Error, StringComparison.Ordinal);
    }

    public void Dispose() => _bench.Dispose();

    private sealed class Answering(string problem) : IRehearsal
    {
        public ValueTask<string> RehearseAsync(CancellationToken ct) => ValueTask.FromResult(problem);
    }
}
