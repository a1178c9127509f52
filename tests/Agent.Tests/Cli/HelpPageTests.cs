using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed class HelpPageTests : IDisposable
{
    private static readonly string[] OfHost = ["--state", "--socket"];
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

    [Theory]
    [InlineData(new[] { "--state", "--socket" }, "status")]
    [InlineData(new string[0], "fleet")]
    [InlineData(new string[0], "fleet", "hosts", "show")]
    [InlineData(new[] { "--state" }, "fleet", "surveys", "push")]
    public async Task Options_about_this_host_stand_where_they_are_used(string[] options, params string[] verb)
    {
        var said = await _shell.RunAsync([.. verb, "--help"]);
        Assert.Equal(options, OfHost.Where(option => said.Out.Contains($"  {option} ", StringComparison.Ordinal)));
        Assert.Contains("--help", said.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--state", "fleet", "hosts")]
    [InlineData("--socket", "fleet", "surveys", "push", "found.jsonl")]
    public async Task Where_they_are_not_used_they_are_refused(string option, params string[] verb)
    {
        var said = await _shell.RunWithoutStateAsync([.. verb, option, "here"]);
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Matches(
            $"^{option} is about this host, and 'iwtune fleet [a-z ]+' asks a server: leave it out\\.\nNothing was done\\.",
            said.Error
        );
    }

    [Theory]
    [InlineData("help", "apply")]
    [InlineData("help", "fleet", "policies")]
    [InlineData("help")]
    [InlineData("version")]
    public async Task What_other_programs_understand_is_understood(params string[] typed)
    {
        var words = await _shell.RunWithoutStateAsync(typed);
        var options = await _shell.RunWithoutStateAsync(typed is ["version"] ? ["--version"] : [.. typed[1..], "--help"]);
        Assert.Equal((0, options.Out), (words.Exit, words.Out));
        Assert.NotEmpty(words.Out);
    }

    [Theory]
    [InlineData("fleet", "policies")]
    [InlineData("fleet", "policies", "--json")]
    [InlineData("fleet", "audit")]
    [InlineData("fleet", "assignments")]
    [InlineData("fleet", "exceptions")]
    [InlineData("fleet", "holds")]
    public async Task A_group_alone_lists(params string[] typed)
    {
        var listed = await _shell.RunWithoutStateAsync([.. typed[..2], "list", .. typed[2..]]);
        Assert.DoesNotContain("list", listed.Error, StringComparison.Ordinal); // it is parsed, and fails because there is no server
        Assert.Equal(listed, await _shell.RunWithoutStateAsync(typed));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
