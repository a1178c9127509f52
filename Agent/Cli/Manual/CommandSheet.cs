using System.CommandLine;
using IwTune.Agent.Cli.Output.Pages;

namespace IwTune.Agent.Cli.Manual;

/// <summary>A command as people and shells see it: everything that is not hidden.</summary>
internal sealed record CommandSheet
{
    /// <summary>The words to type: iwtune, fleet, hosts.</summary>
    public required IReadOnlyList<string> Path { get; init; }

    public required string Description { get; init; }

    public string Details { get; init; } = "";

    public IReadOnlyList<(string Line, string What)> Examples { get; init; } = [];

    public required IReadOnlyList<ArgumentSheet> Arguments { get; init; }

    /// <summary>Its own options, then those of the commands above it.</summary>
    public required IReadOnlyList<OptionSheet> Options { get; init; }

    public required IReadOnlyList<CommandSheet> Commands { get; init; }

    public string Name => Path[^1];

    /// <summary>This command and everything below it.</summary>
    public IEnumerable<CommandSheet> All => [this, .. Commands.SelectMany(command => command.All)];

    public static CommandSheet Of(Command command) =>
        new()
        {
            Path = [.. HelpPage.PathOf(command)],
            Description = command.Description ?? "",
            Details = (command as Verb)?.Details ?? "",
            Examples = (command as Verb)?.Examples ?? [],
            Arguments = [.. command.Arguments.Where(argument => !argument.Hidden).Select(ArgumentSheet.Of)],
            Options = [.. command.Options.Concat(HelpPage.Inherited(command)).Where(option => !option.Hidden).Select(OptionSheet.Of)],
            Commands = [.. command.Subcommands.Where(sub => !sub.Hidden).Select(Of)],
        };
}
