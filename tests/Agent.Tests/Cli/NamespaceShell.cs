using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Commands of this program, in the test's own process and in a network namespace.</summary>
internal static class NamespaceShell
{
    /// <summary>Runs a command over the real host, as the namespace shows it.</summary>
    /// <param name="space">Where.</param>
    /// <param name="verbs">The commands that there are.</param>
    /// <param name="args">As typed.</param>
    /// <param name="width">Columns of a terminal; <see langword="null"/> for a pipe.</param>
    public static Task<Said> RunAsync(
        NetNamespace space,
        (string Name, Func<CliContext, Verb> Create)[] verbs,
        string[] args,
        int? width = null
    ) =>
        space.RunAsync(async () =>
        {
            using var output = new StringWriter { NewLine = "\n" };
            using var error = new StringWriter { NewLine = "\n" };
            var terminal = new Terminal(output, error, TextReader.Null, Interactive: width is not null, Colour: false) { Width = width };
            var exit = await CommandLine.RunAsync(args, new CliContext(ThisHost.Open, terminal, TimeProvider.System), verbs);
            return new Said(exit, output.ToString(), error.ToString());
        });
}
