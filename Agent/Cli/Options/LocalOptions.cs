using System.CommandLine;
using IwTune.Agent.Cli.Output.Pages;

namespace IwTune.Agent.Cli.Options;

/// <summary>The options about this host, which every command takes that works on it.</summary>
internal static class LocalOptions
{
    public static IReadOnlyList<Option> All { get; } = [StateOption.Option, SocketOption.Option];

    /// <summary>
    /// An option that was given and that the command does not use, as an error; <see langword="null"/> when there is none.
    /// </summary>
    public static string? Unused(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        if (command is RootCommand)
            return null;
        foreach (var option in All)
        {
            if (parsed.GetResult(option) is { Implicit: false } && !HelpPage.Inherited(command).Contains(option))
                return $"{option.Name} is about this host, and '{string.Join(' ', HelpPage.PathOf(command))}' asks a server: leave it out.";
        }
        return null;
    }
}
