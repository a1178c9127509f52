using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Execution;

if (!Carried.Tools && !HostVerbs.Know(args) && ToolsProgram.Run(args) is { } exit)
    return exit;

// The terminal first: anything opened before it may get the number of a standard stream that was closed.
var context = CliContext.OfThisProcess();
using var termination = new Termination();
return await CommandLine.RunAsync(args, context with { Stop = termination.Token }, Verbs);

/// <summary>The commands, in the order of the help.</summary>
internal sealed partial class Program
{
    internal static (string Name, Func<CliContext, Verb> Create)[] Verbs { get; } =
        Carried.Tools ? [.. HostVerbs.All, .. ToolVerbs.All] : HostVerbs.All;
}
