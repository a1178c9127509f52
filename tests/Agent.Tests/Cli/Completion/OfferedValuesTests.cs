using System.CommandLine;
using System.CommandLine.Completions;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Completion;
using IwTune.Agent.Cli.Manual;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>Shells offer exactly the values that the parser accepts.</summary>
[Collection("command line")]
public sealed class OfferedValuesTests
{
    private static readonly RootCommand Root = Program.Verbs.Aggregate(
        new RootCommand { StateOption.Option, SocketOption.Option },
        (root, verb) =>
        {
            root.Add(verb.Create(CliContext.OfThisProcess()));
            return root;
        }
    );

    [Fact]
    public void Every_value_that_is_offered_is_accepted()
    {
        var offered = Commands(Root)
            .SelectMany(command =>
                command
                    .Options.Where(option => !option.Hidden && option.Arity.MaximumNumberOfValues > 0 && option.ValueType != typeof(bool))
                    .SelectMany(option => Words(option).Select(word => (string[])[.. Path(command), option.Name, word]))
            )
            .ToList();
        Assert.InRange(offered.Count, 20, 1000);
        Assert.Empty(offered.Where(typed => Refused(typed[^2], Root.Parse(typed))).Select(typed => string.Join(' ', typed)));
    }

    [Fact]
    public void Every_word_that_is_offered_for_an_argument_is_accepted()
    {
        var offered = Commands(Root)
            .SelectMany(command =>
                command
                    .Arguments.Where(argument => !argument.Hidden)
                    .SelectMany(argument => Words(argument).Select(word => (string[])[.. Path(command), word]))
            )
            .ToList();
        Assert.InRange(offered.Count, 5, 1000);
        Assert.Empty(
            offered
                .Where(typed => Root.Parse(typed).Errors.Any(error => error.Message.Contains($"'{typed[^1]}'", StringComparison.Ordinal)))
                .Select(typed => string.Join(' ', typed))
        );
    }

    [Fact]
    public void Every_value_that_help_lists_is_offered()
    {
        var listed = Commands(Root)
            .SelectMany(command => command.Options)
            .Distinct()
            .Where(option => !option.Hidden && option.HelpName?.Contains('|', StringComparison.Ordinal) == true)
            .ToList();
        Assert.InRange(listed.Count, 4, 100);
        Assert.All(
            listed,
            option =>
                Assert.Equal(
                    option.HelpName!.Split('|').Where(word => !char.IsAsciiLetterUpper(word[0])).Order(StringComparer.Ordinal),
                    Words(option).Order(StringComparer.Ordinal)
                )
        );
    }

    [Fact]
    public void Every_value_of_an_enumeration_that_is_accepted_is_offered()
    {
        var options = Commands(Root)
            .SelectMany(command => command.Options.Where(option => !option.Hidden).Select(option => (Command: command, Option: option)))
            .Where(one => (Nullable.GetUnderlyingType(one.Option.ValueType) ?? one.Option.ValueType).IsEnum)
            .ToList();
        Assert.InRange(options.Count, 3, 100);
        foreach (var (command, option) in options)
        {
            var accepted = Enum.GetNames(Nullable.GetUnderlyingType(option.ValueType) ?? option.ValueType)
                .SelectMany(name => new[] { Hyphened(name), name })
                .Where(word => !Refused(option.Name, Root.Parse([.. Path(command), option.Name, word])))
                .Select(word => word.Replace("-", "", StringComparison.Ordinal).ToUpperInvariant());
            var offered = Words(option)
                .Select(word => word.Replace("-", "", StringComparison.Ordinal).ToUpperInvariant())
                .ToHashSet(StringComparer.Ordinal);
            Assert.Subset(offered, accepted.ToHashSet(StringComparer.Ordinal));
        }
    }

    [Fact]
    public void An_option_whose_name_means_something_else_elsewhere_is_completed_by_its_command()
    {
        var here = Choices.ValuedHere(CommandSheet.Of(Root)).ToDictionary(one => one.Path, one => one.Option, StringComparer.Ordinal);
        Assert.Equal(["csv", "jsonl"], here["iwtune experiment export --format"].Words.Order(StringComparer.Ordinal));
        Assert.Equal(["cef", "json", "slack"], here["iwtune fleet webhooks add --format"].Words.Order(StringComparer.Ordinal));
        Assert.Equal(ValueKind.File, here["iwtune run --policy"].Kind);
        Assert.Equal(ValueKind.Other, here["iwtune fleet rollouts list --policy"].Kind);
    }

    private static IEnumerable<Command> Commands(Command command) =>
        [command, .. command.Subcommands.Where(sub => !sub.Hidden).SelectMany(Commands)];

    private static string[] Path(Command command) => [.. IwTune.Agent.Cli.Output.Pages.HelpPage.PathOf(command).Skip(1)];

    private static string[] Words(Symbol symbol) => [.. symbol.GetCompletions(CompletionContext.Empty).Select(word => word.Label)];

    /// <summary>True when the error is the option's own value; other options and arguments are missing here.</summary>
    private static bool Refused(string option, ParseResult parsed) =>
        parsed.Errors.Any(error => error.SymbolResult is { } at && Of(at) == option);

    private static string? Of(System.CommandLine.Parsing.SymbolResult at) =>
        at switch
        {
            System.CommandLine.Parsing.OptionResult option => option.Option.Name,
            System.CommandLine.Parsing.ArgumentResult { Parent: System.CommandLine.Parsing.OptionResult option } => option.Option.Name,
            _ => null,
        };

    private static string Hyphened(string name) =>
        string.Concat(
            name.Select(
                (letter, i) => char.IsUpper(letter) && i > 0 ? $"-{char.ToLowerInvariant(letter)}" : $"{char.ToLowerInvariant(letter)}"
            )
        );
}
