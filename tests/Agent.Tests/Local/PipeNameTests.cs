using IwTune.Agent.Local.Pipes;

namespace IwTune.Agent.Tests.Local;

public sealed class PipeNameTests
{
    [Theory]
    [InlineData("iwtune", @"\\.\pipe\iwtune")]
    [InlineData(@"\\.\pipe\iwtune", @"\\.\pipe\iwtune")]
    [InlineData(@"\\.\PIPE\second agent", @"\\.\pipe\second agent")]
    public void A_plain_name_and_a_full_one_are_the_same(string given, string full) => Assert.Equal((full, ""), PipeName.Of(given));

    [Theory]
    [InlineData("")]
    [InlineData(@"\\.\pipe\")]
    [InlineData(@"C:\run\agent.sock")]
    [InlineData("/run/iwtune/agent.sock")]
    [InlineData(@"\\elsewhere\pipe\iwtune")]
    public void What_cannot_be_a_pipe_of_this_machine_is_told(string given)
    {
        var (full, problem) = PipeName.Of(given);

        Assert.Null(full);
        Assert.Contains("not the name of a pipe", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_that_is_too_long_is_told() =>
        Assert.Contains("longer than 256", PipeName.Of(new string('p', 250)).Problem, StringComparison.Ordinal);
}
