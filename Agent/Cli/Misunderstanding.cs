using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli;

/// <summary>
/// What is wrong with a command line, in the words of the help. The parser names its own classes, repeats itself for each word after an
/// unknown one, and takes a misspelt option for a file or a name.
/// </summary>
internal static class Misunderstanding
{
    private const int MostListed = 12;

    /// <returns>Empty for a command line that can be run.</returns>
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        var unknown = Swallowed(parsed).Concat(parsed.UnmatchedTokens).ToList();
        if (unknown.Count == 0)
            return [.. parsed.Errors.Select(error => Sentence(parsed, error)).Distinct(StringComparer.Ordinal)];
        var (command, path) = (parsed.CommandResult.Command, PathOf(parsed));
        // The words after an unknown command or option belong to it.
        if (command.Subcommands.Count > 0 && !IsOption(unknown[0]))
            return [NoCommand(command, path, unknown[0])];
        var options = unknown.Where(IsOption).Distinct(StringComparer.Ordinal).ToList();
        return options.Count > 0
            ? [.. options.Select(word => $"There is no option '{word}' for '{path}'.{Meant(word, command)}")]
            : [$"'{path}' takes no {(command.Arguments.Count > 0 ? "further " : "")}argument '{string.Join(' ', unknown)}'."];
    }

    /// <summary>Options that do not exist and became the value of an argument.</summary>
    private static IEnumerable<string> Swallowed(ParseResult parsed) =>
        parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash)
            ? [] // after '--' nothing is an option
            : parsed
                .CommandResult.Children.OfType<ArgumentResult>()
                .SelectMany(argument => argument.Tokens)
                .Select(token => token.Value)
                .Where(text => text.StartsWith("--", StringComparison.Ordinal));

    private static string NoCommand(Command command, string path, string word)
    {
        var names = Names(command).ToList();
        var others = names.Count <= MostListed ? $" It has {string.Join(", ", names)}." : "";
        return $"'{path}' has no command '{word}'.{(Meant(word, command) is { Length: > 0 } meant ? meant : others)}";
    }

    private static string Sentence(ParseResult parsed, ParseError error)
    {
        var command = parsed.CommandResult.Command;
        var option = (error.SymbolResult as OptionResult ?? error.SymbolResult?.Parent as OptionResult)?.Option;
        var argument = (error.SymbolResult as ArgumentResult)?.Argument;
        var symbol = option?.Name ?? (argument is null ? "" : HelpPage.NameOf(argument));
        var text = error.Message;
        if (text.StartsWith("Required command was not provided", StringComparison.Ordinal))
            return $"'{PathOf(parsed)}' needs a command: {string.Join(", ", Names(command))}.";
        if (text.StartsWith("Required argument missing", StringComparison.Ordinal))
            return option is null
                ? $"'{PathOf(parsed)}' needs {string.Join(' ', Missing(parsed).Select(HelpPage.NameOf))}."
                : $"{symbol} needs a value{(option.HelpName is { } form ? $": {symbol} {form}" : "")}.";
        var quoted = text.Split('\'');
        if (text.Contains("Must be one of", StringComparison.Ordinal) && quoted.Length > 3)
            return $"{symbol} '{quoted[1]}': write {Either([.. quoted.Skip(3).Where((_, i) => i % 2 == 0)])}.";
        if (text.Contains("as expected type", StringComparison.Ordinal) && quoted.Length > 1)
            return $"{symbol} '{quoted[1]}': write a number"
                + $"{(IsWhole(option?.ValueType ?? argument?.ValueType) ? " without a fraction" : "")}.";
        return text;
    }

    private static IEnumerable<Argument> Missing(ParseResult parsed) =>
        parsed.CommandResult.Command.Arguments.Where(argument =>
            argument.Arity.MinimumNumberOfValues > (parsed.GetResult(argument)?.Tokens.Count ?? 0)
        );

    private static bool IsWhole(Type? type) =>
        type is not null && (Nullable.GetUnderlyingType(type) ?? type) is var plain && (plain == typeof(int) || plain == typeof(long));

    private static string Either(IReadOnlyList<string> words) =>
        words.Count < 2 ? string.Concat(words) : $"{string.Join(", ", words.SkipLast(1))} or {words[^1]}";

    private static string Meant(string word, Command command) =>
        NearestWord.Of(word, IsOption(word) ? Options(command) : Names(command)) is { } meant ? $" Did you mean '{meant}'?" : "";

    private static IEnumerable<string> Options(Command command) =>
        command.Options.Concat(HelpPage.Inherited(command)).Where(option => !option.Hidden).Select(option => option.Name);

    private static IEnumerable<string> Names(Command command) => command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name);

    private static bool IsOption(string word) => word.Length > 1 && word[0] == '-';

    private static string PathOf(ParseResult parsed) => string.Join(' ', HelpPage.PathOf(parsed.CommandResult.Command));
}
