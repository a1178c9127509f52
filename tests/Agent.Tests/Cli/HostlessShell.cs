using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Commands that ask no host, in the test's own process.</summary>
internal static class HostlessShell
{
    /// <param name="args">As typed.</param>
    /// <param name="verbs">The commands that there are.</param>
    public static async Task<Said> RunAsync(string[] args, params (string Name, Func<CliContext, Verb> Create)[] verbs)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        using var input = new StringReader("");
        var context = new CliContext(
            _ => throw new InvalidOperationException("the host is not asked"),
            new Terminal(output, error, input, Interactive: false, Colour: false),
            TimeProvider.System
        );
        var exit = await CommandLine.RunAsync(args, context, verbs);
        return new Said(exit, output.ToString(), error.ToString());
    }
}
