using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli;

/// <summary>The probable meaning of an unknown word.</summary>
internal static class Suggestion
{
    /// <summary>The parser's errors, each with the nearest command or option behind it.</summary>
    public static IEnumerable<string> Behind(ParseResult parsed, IEnumerable<string> complaints)
    {
        var unknown = parsed.UnmatchedTokens.ToDictionary(
            word => word,
            word => Nearest(word, parsed.CommandResult.Command),
            StringComparer.Ordinal
        );
        return complaints.Select(complaint =>
            unknown.FirstOrDefault(word => word.Value is not null && complaint.Contains($"'{word.Key}'", StringComparison.Ordinal))
                is { Value: { } meant }
                ? $"{complaint} Did you mean '{meant}'?"
                : complaint
        );
    }

    /// <summary>
    /// A misspelt option that would be taken for a file or a name, as an error; <see langword="null"/> when there is none.
    /// </summary>
    public static string? Swallowed(ParseResult parsed)
    {
        if (parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash))
            return null; // after '--' nothing is an option
        var command = parsed.CommandResult.Command;
        var word = parsed
            .CommandResult.Children.OfType<ArgumentResult>()
            .SelectMany(argument => argument.Tokens)
            .Select(token => token.Value)
            .FirstOrDefault(text => text.StartsWith("--", StringComparison.Ordinal));
        return word is null
            ? null
            : $"There is no option '{word}' for "
                + $"'{string.Join(' ', HelpPage.PathOf(command))}'."
                + $"{(Nearest(word, command) is { } meant ? $" Did you mean '{meant}'?" : "")}";
    }

    private static string? Nearest(string word, Command command) =>
        NearestWord.Of(
            word,
            word.StartsWith('-')
                ? command.Options.Concat(HelpPage.Inherited(command)).Where(option => !option.Hidden).Select(option => option.Name)
                : command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name)
        );
}
