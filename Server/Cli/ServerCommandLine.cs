using System.CommandLine;
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
        try
        {
            var code = await parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
            return parsed.Errors.Count > 0 ? ExitCodes.Usage : code;
        }
        catch (Exception unusable) when (unusable is StorageUnusableException or StoreException)
        {
            await System.Console.Error.WriteLineAsync($"iwtune-server: {unusable.Message}");
            return ExitCodes.Error;
        }
    }
}
