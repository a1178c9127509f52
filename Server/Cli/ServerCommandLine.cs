using System.CommandLine;
using System.CommandLine.Help;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;
using IwTune.Shared.CommandLines;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace IwTune.Server.Cli;

/// <summary>Runs the verb and turns what stops it into a sentence and an exit code.</summary>
internal static class ServerCommandLine
{
    private static readonly Misunderstanding Mistakes = new("iwtune-server", Inherited);

    public static async Task<int> RunAsync(RootCommand root, string[] args)
    {
        // A service of Windows has no console: its errors are read in the event log.
        if (OperatingSystem.IsWindows() && WindowsServiceHelpers.IsWindowsService())
            System.Console.SetError(new ServiceEventLines(new ServiceEvents().Write));
        Misunderstanding.Guard(root);
        var parsed = root.Parse(args);
        if (Misunderstood(parsed) is { Count: > 0 } lines)
        {
            foreach (var line in lines)
                await System.Console.Error.WriteLineAsync(line);
            return ExitCodes.Usage;
        }
        try
        {
            // The parser would end the process two seconds after a signal; the host waits for the calls under way.
            return await parsed.InvokeAsync(
                new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null }
            );
        }
        catch (Exception unusable) when (unusable is StorageUnusableException or StoreException)
        {
            await System.Console.Error.WriteLineAsync($"iwtune-server: {unusable.Message}");
            return ExitCodes.Error;
        }
    }

    /// <summary>
    /// What is wrong with a command line, and where its help is: printed here, it would push the errors off the screen. Empty when nothing
    /// is wrong.
    /// </summary>
    public static IReadOnlyList<string> Misunderstood(ParseResult parsed) =>
        parsed.Action is not HelpAction && Mistakes.Of(parsed) is { Count: > 0 } problems
            ?
            [
                .. problems.Select(problem => $"iwtune-server: {problem}"),
                $"Nothing was done. '{Mistakes.PathOf(parsed)} --help' shows how to write it.",
            ]
            : [];

    private static IEnumerable<Option> Inherited(Command command) =>
        command.Parents.OfType<Command>().SelectMany(parent => parent.Options.Where(option => option.Recursive).Concat(Inherited(parent)));
}
