using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class HelpPageTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public HelpPageTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData("Usage: iwtune apply FILE [OPTIONS]", "apply")]
    [InlineData("Usage: iwtune fleet policies history NAME [OPTIONS]", "fleet", "policies", "history")]
    [InlineData("Usage: iwtune fleet hosts show NAME [OPTIONS]", "fleet", "hosts", "show")]
    public async Task The_usage_names_every_argument(string usage, params string[] verb)
    {
        var said = await _shell.RunAsync([.. verb, "--help"]);
        Assert.Equal(0, said.Exit);
        Assert.Contains(usage, said.Out, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
