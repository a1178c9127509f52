using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Parsing;

namespace IwTune.Server.Cli;

/// <summary>
/// What is wrong with a command line. The parser repeats itself for each word after an unknown one, and takes a misspelt option for the
/// name of a file.
/// </summary>
internal static class CommandLineProblems
{
    /// <returns>Empty for a command line that can be run, or that asks for help.</returns>
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        if (parsed.Action is HelpAction)
            return [];
        var (command, path) = (parsed.CommandResult.Command, PathOf(parsed));
        string[] unknown = [.. Swallowed(parsed), .. parsed.UnmatchedTokens];
        if (unknown.Length == 0)
            return [.. parsed.Errors.Select(error => Sentence(parsed, error)).Distinct(StringComparer.Ordinal)];
        // The words after an unknown command or option belong to it.
        if (command.Subcommands.Count > 0 && !IsOption(unknown[0]))
            return [$"'{path}' has no command '{unknown[0]}'; it has {Names(command)}."];
        string[] options = [.. unknown.Where(IsOption).Distinct(StringComparer.Ordinal)];
        return options.Length > 0
            ? [.. options.Select(word => $"There is no option '{word}' for '{path}'.")]
            : [$"'{path}' takes no {(command.Arguments.Count > 0 ? "further " : "")}argument '{string.Join(' ', unknown)}'."];
    }

    public static string PathOf(ParseResult parsed)
    {
        var words = new Stack<string>();
        for (SymbolResult? at = parsed.CommandResult; at is CommandResult { Parent: not null } command; at = at.Parent)
            words.Push(command.Command.Name);
        return string.Join(' ', words.Prepend("iwtune-server"));
    }

    /// <summary>Options that do not exist and became an argument: <c>backup --out FILE</c> would write a file "--out".</summary>
    private static IEnumerable<string> Swallowed(ParseResult parsed) =>
        parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash)
            ? []
            : parsed
                .CommandResult.Children.OfType<ArgumentResult>()
                .SelectMany(argument => argument.Tokens)
                .Select(token => token.Value)
                .Where(text => text.StartsWith("--", StringComparison.Ordinal));

    /// <summary>The parser breaks lines, and does not always name the option.</summary>
    private static string Sentence(ParseResult parsed, ParseError error)
    {
        var text = string.Join(' ', error.Message.Split(['\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries));
        var given = error.SymbolResult as OptionResult ?? error.SymbolResult?.Parent as OptionResult;
        var option = given?.Option.Name;
        if (option is null && text.StartsWith("Required command was not provided", StringComparison.Ordinal))
            return $"'{PathOf(parsed)}' needs a command: {Names(parsed.CommandResult.Command)}.";
        if (option is null && text.StartsWith("Required argument missing", StringComparison.Ordinal))
            return $"'{PathOf(parsed)}' needs {string.Join(' ', Missing(parsed).Select(argument => argument.HelpName ?? argument.Name))}.";
        if (given?.Tokens is [var word, ..] && text.Contains("as expected type 'System.", StringComparison.Ordinal))
            return $"{option}: '{word.Value}' is not a number";
        return option is null || text.Contains(option, StringComparison.Ordinal) ? text : $"{option}: {text}";
    }

    private static IEnumerable<Argument> Missing(ParseResult parsed) =>
        parsed.CommandResult.Command.Arguments.Where(argument =>
            argument.Arity.MinimumNumberOfValues > (parsed.GetResult(argument)?.Tokens.Count ?? 0)
        );

    private static string Names(Command command) =>
        string.Join(", ", command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name));

    private static bool IsOption(string word) => word.Length > 1 && word[0] == '-';
}
