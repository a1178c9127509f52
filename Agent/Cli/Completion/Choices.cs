using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>What the three scripts have in common.</summary>
internal static class Choices
{
    public static string PathOf(CommandSheet command) => string.Join(' ', command.Path);

    /// <summary>Every option with a value that means the same on every command that has it, once by name.</summary>
    public static IReadOnlyList<OptionSheet> Valued(CommandSheet program) =>
        [.. ByName(program).Where(IsOne).Select(group => group.First().Option).Where(option => option.Value.Length > 0)];

    /// <summary>The options with a value whose name has another meaning on another command, each as <c>iwtune run --policy</c>.</summary>
    public static IReadOnlyList<(string Path, OptionSheet Option)> ValuedHere(CommandSheet program) =>
        [
            .. ByName(program)
                .Where(group => !IsOne(group))
                .SelectMany(group => group)
                .Where(one => one.Option.Value.Length > 0)
                .SelectMany(one => Names(one.Option).Select(name => ($"{PathOf(one.Command)} {name}", one.Option))),
        ];

    private static IEnumerable<IGrouping<string, (CommandSheet Command, OptionSheet Option)>> ByName(CommandSheet program) =>
        program
            .All.SelectMany(command => command.Options.Select(option => (Command: command, Option: option)))
            .GroupBy(one => one.Option.Name, StringComparer.Ordinal);

    private static bool IsOne(IEnumerable<(CommandSheet Command, OptionSheet Option)> group) =>
        group
            .Select(one => (one.Option.Short, one.Option.Value.Length > 0, one.Option.Kind, string.Join(' ', one.Option.Words)))
            .Distinct()
            .Count() == 1;

    /// <summary>Words that may stand for the command's arguments.</summary>
    public static IEnumerable<string> Words(CommandSheet command) => command.Arguments.SelectMany(argument => argument.Words);

    public static bool TakesFile(CommandSheet command) => command.Arguments.Any(argument => argument.Kind == ValueKind.File);

    /// <summary>Names with their short forms.</summary>
    public static IEnumerable<string> Names(OptionSheet option) => option.Short.Length > 0 ? [option.Short, option.Name] : [option.Name];

    /// <summary>In single quotes of a POSIX shell, and of zsh.</summary>
    public static string Quoted(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
