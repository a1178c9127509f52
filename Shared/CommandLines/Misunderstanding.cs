using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.CommandLines;

/// <summary>
/// What is wrong with a command line, in the words of the help. The parser names its own classes, repeats itself for each word after an
/// unknown one, and takes a misspelt option for a file or a name.
/// </summary>
/// <remarks>Compiled into both programs and not into Shared, which needs no parser of command lines.</remarks>
/// <param name="program">As it is called.</param>
/// <param name="inherited">The options that a command has from those above it.</param>
internal sealed class Misunderstanding(string program, Func<Command, IEnumerable<Option>> inherited)
{
    private const int MostListed = 12;

    /// <returns>Empty for a command line that can be run.</returns>
    public IReadOnlyList<string> Of(ParseResult parsed)
    {
        var unknown = Swallowed(parsed).Concat(parsed.UnmatchedTokens).ToList();
        if (unknown.Count == 0)
            return [.. parsed.Errors.Select(error => Sentence(parsed, error)).Distinct(StringComparer.Ordinal)];
        var (command, path, literal) = (parsed.CommandResult.Command, PathOf(parsed), Literal(parsed));
        // The words after an unknown command or option belong to it.
        if (command.Subcommands.Count > 0 && !IsOption(unknown[0]))
            return [NoCommand(command, path, unknown[0])];
        var options = unknown.Where(word => IsOption(word) && !literal.Contains(word)).Distinct(StringComparer.Ordinal).ToList();
        return options.Count > 0
            ? [.. options.Select(word => $"There is no option '{word}' for '{path}'.{Meant(word, command)}")]
            :
            [
                $"'{path}' takes no {(command.Arguments.Count > 0 ? "further " : "")}argument '{string.Join(' ', unknown)}'."
                    + (unknown.Exists(literal.Contains) ? " Behind '--' no word is an option." : ""),
            ];
    }

    /// <summary>
    /// Lets validators skip a value that cannot be read: asking for it throws, which would end the program, and the parser reports it by
    /// itself.
    /// </summary>
    public static void Guard(Command command)
    {
        GuardedValidator<CommandResult>.Around(command.Validators);
        foreach (var option in command.Options)
            GuardedValidator<OptionResult>.Around(option.Validators);
        foreach (var argument in command.Arguments)
            GuardedValidator<ArgumentResult>.Around(argument.Validators);
        foreach (var sub in command.Subcommands)
            Guard(sub);
    }

    /// <summary>The program and the command: <c>iwtune fleet hosts</c>.</summary>
    public string PathOf(ParseResult parsed)
    {
        var words = new Stack<string>();
        for (SymbolResult? at = parsed.CommandResult; at is CommandResult { Parent: not null } command; at = at.Parent)
            words.Push(command.Command.Name);
        return string.Join(' ', words.Prepend(program));
    }

    /// <summary>Options that do not exist and became the value of an argument: 'backup --out FILE' would write a file '--out'.</summary>
    private static IEnumerable<string> Swallowed(ParseResult parsed) =>
        Literal(parsed).Count > 0
            ? []
            : parsed
                .CommandResult.Children.OfType<ArgumentResult>()
                .SelectMany(argument => argument.Tokens)
                .Select(token => token.Value)
                .Where(text => text.StartsWith("--", StringComparison.Ordinal));

    /// <summary>The words behind '--', none of which is an option.</summary>
    private static HashSet<string> Literal(ParseResult parsed) =>
        [.. parsed.Tokens.SkipWhile(token => token.Type != TokenType.DoubleDash).Skip(1).Select(token => token.Value)];

    private string NoCommand(Command command, string path, string word)
    {
        var names = Names(command).ToList();
        var others = names.Count <= MostListed ? $" It has {string.Join(", ", names)}." : "";
        return $"'{path}' has no command '{word}'.{(Meant(word, command) is { Length: > 0 } meant ? meant : others)}";
    }

    private string Sentence(ParseResult parsed, ParseError error)
    {
        var command = parsed.CommandResult.Command;
        var option = (error.SymbolResult as OptionResult ?? error.SymbolResult?.Parent as OptionResult)?.Option;
        var argument = (error.SymbolResult as ArgumentResult)?.Argument;
        var symbol = option?.Name ?? (argument is null ? "" : NameOf(argument));
        // The parser breaks lines.
        var text = string.Join(' ', error.Message.Split(['\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries));
        if (text.StartsWith("Required command was not provided", StringComparison.Ordinal))
            return $"'{PathOf(parsed)}' needs a command: {string.Join(", ", Names(command))}.";
        if (text.StartsWith("Required argument missing", StringComparison.Ordinal))
            return option is null
                ? $"'{PathOf(parsed)}' needs {string.Join(' ', Missing(parsed).Select(NameOf))}."
                : $"{symbol} needs a value{(option.HelpName is { } form ? $": {symbol} {form}" : "")}.";
        if (text.Contains("expects a single argument but", StringComparison.Ordinal))
            return $"{symbol} is given more than once; give it once.";
        var quoted = text.Split('\'');
        if (text.Contains("Must be one of", StringComparison.Ordinal) && quoted.Length > 3)
            return $"{symbol} '{quoted[1]}': write {Either([.. quoted.Skip(3).Where((_, i) => i % 2 == 0)])}.";
        if (text.Contains("as expected type", StringComparison.Ordinal) && quoted.Length > 1)
            return quoted[1].All(char.IsAsciiDigit)
                ? $"{symbol} '{quoted[1]}': the number is too large."
                : $"{symbol} '{quoted[1]}': write {Expected(option?.ValueType ?? argument?.ValueType)}.";
        return option is null || text.Contains(option.Name, StringComparison.Ordinal) ? text : $"{option.Name}: {text}";
    }

    private static IEnumerable<Argument> Missing(ParseResult parsed) =>
        parsed.CommandResult.Command.Arguments.Where(argument =>
            argument.Arity.MinimumNumberOfValues > (parsed.GetResult(argument)?.Tokens.Count ?? 0)
        );

    private static string NameOf(Argument argument) => argument.HelpName ?? argument.Name;

    private static string Expected(Type? type)
    {
        var plain = type is null ? null : Nullable.GetUnderlyingType(type) ?? type;
        return plain is { IsEnum: true } ? Either(Array.ConvertAll(Enum.GetNames(plain), name => name.ToLowerInvariant()))
            : plain == typeof(int) || plain == typeof(long) ? "a number without a fraction"
            : "a number";
    }

    private static string Either(string[] words) =>
        words.Length < 2 ? string.Concat(words) : $"{string.Join(", ", words[..^1])} or {words[^1]}";

    private string Meant(string word, Command command) =>
        NearestWord.Of(word, IsOption(word) ? Options(command) : Names(command)) is { } meant ? $" Did you mean '{meant}'?" : "";

    private IEnumerable<string> Options(Command command) =>
        command.Options.Concat(inherited(command)).Where(option => !option.Hidden).Select(option => option.Name);

    private static IEnumerable<string> Names(Command command) => command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name);

    private static bool IsOption(string word) => word.Length > 1 && word[0] == '-';
}
