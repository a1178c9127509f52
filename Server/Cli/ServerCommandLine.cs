using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace IwTune.Server.Cli;

/// <summary>Runs the verb and turns what stops it into a sentence and an exit code.</summary>
internal static class ServerCommandLine
{
    public static async Task<int> RunAsync(RootCommand root, string[] args)
    {
        // A service of Windows has no console: its errors are read in the event log.
        if (OperatingSystem.IsWindows() && WindowsServiceHelpers.IsWindowsService())
            System.Console.SetError(new ServiceEventLines(new ServiceEvents().Write));
        var parsed = root.Parse(args);
        if (parsed.Action is ParseErrorAction)
        {
            foreach (var line in Misunderstood(parsed))
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

    /// <summary>What is wrong with a command line, and where its help is: printed here, it would push the errors off the screen.</summary>
    public static IReadOnlyList<string> Misunderstood(ParseResult parsed)
    {
        var words = new Stack<string>();
        for (SymbolResult? at = parsed.CommandResult; at is CommandResult { Parent: not null } command; at = at.Parent)
            words.Push(command.Command.Name);
        return
        [
            .. parsed.Errors.Select(error => $"iwtune-server: {Sentence(error)}").Distinct(StringComparer.Ordinal),
            $"Nothing was done. '{string.Join(' ', words.Prepend("iwtune-server"))} --help' shows how to write it.",
        ];
    }

    /// <summary>The parser breaks lines, and does not always name the option.</summary>
    private static string Sentence(ParseError error)
    {
        var text = string.Join(' ', error.Message.Split(['\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries));
        var given = error.SymbolResult as OptionResult ?? error.SymbolResult?.Parent as OptionResult;
        var option = given?.Option.Name;
        if (given?.Tokens is [var word, ..] && text.Contains("as expected type 'System.", StringComparison.Ordinal))
            return $"{option}: '{word.Value}' is not a number";
        return option is null || text.Contains(option, StringComparison.Ordinal) ? text : $"{option}: {text}";
    }
}
