using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>A change of more than half of a fleet needs the number of hosts: from the command line, or entered at a terminal.</summary>
internal static class HostNumber
{
    /// <summary>The server's name for it.</summary>
    public const string Path = "confirm";

    public static Option<int?> Option() =>
        new("--confirm") { Description = "The number of hosts this changes, when it is more than half of the fleet", HelpName = "N" };

    /// <summary>Sends, and sends again with the number when the server requires it and a person enters it.</summary>
    /// <exception cref="FleetRefusedException">The server refused, or no number was entered.</exception>
    public static async Task<T> AskedAsync<T>(Terminal terminal, int? given, Func<int?, Task<T>> send)
    {
        try
        {
            return await send(given);
        }
        catch (FleetRefusedException refused) when (refused.AsksForNumber && given is null && terminal.Interactive)
        {
            terminal.Error.WriteLine(refused.Message);
            terminal.Error.Write("Enter the number of hosts to confirm: ");
            var typed = (await terminal.In.ReadLineAsync() ?? "").Trim();
            if (!int.TryParse(typed, NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number))
                throw new FleetRefusedException(ExitCode.Usage, "No number was typed. Nothing was changed.");
            return await send(number);
        }
    }
}
