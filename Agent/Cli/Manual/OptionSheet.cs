using System.CommandLine;
using System.CommandLine.Completions;

namespace IwTune.Agent.Cli.Manual;

/// <summary>An option: <c>--state DIR</c>.</summary>
/// <param name="Name">With its hyphens.</param>
/// <param name="Short">Of one letter; empty for most.</param>
/// <param name="Value">The name of its value; empty for a switch.</param>
/// <param name="Description">One sentence.</param>
/// <param name="Kind">What a shell offers for the value.</param>
/// <param name="Words">The possible values, when they are few.</param>
internal sealed record OptionSheet(string Name, string Short, string Value, string Description, ValueKind Kind, IReadOnlyList<string> Words)
{
    public static OptionSheet Of(Option option)
    {
        var isSwitch = option.Arity.MaximumNumberOfValues == 0 || option.ValueType == typeof(bool);
        var value = isSwitch ? "" : option.HelpName ?? "VALUE";
        return new OptionSheet(
            option.Name,
            option.Aliases.FirstOrDefault(alias => alias.Length == 2 && alias[0] == '-' && char.IsAsciiLetter(alias[1])) ?? "",
            value,
            option.Description ?? "",
            Values.KindOf(value),
            isSwitch ? [] : [.. option.GetCompletions(CompletionContext.Empty).Select(word => word.Label)]
        );
    }
}

/// <summary>An argument: <c>FILE</c>.</summary>
internal sealed record ArgumentSheet(string Name, bool Optional, string Description, ValueKind Kind, IReadOnlyList<string> Words)
{
    public static ArgumentSheet Of(Argument argument)
    {
        var name = argument.HelpName ?? argument.Name;
        return new ArgumentSheet(
            name,
            argument.Arity.MinimumNumberOfValues == 0,
            argument.Description ?? "",
            Values.KindOf(name),
            [.. argument.GetCompletions(CompletionContext.Empty).Select(word => word.Label)]
        );
    }
}

/// <summary>What a shell can offer for a value.</summary>
internal enum ValueKind
{
    Other,
    File,
    Directory,
}

/// <summary>The kind of a value, by its name in the help.</summary>
internal static class Values
{
    public static ValueKind KindOf(string name) =>
        name switch
        {
            "FILE" or "PATH" => ValueKind.File,
            "DIR" => ValueKind.Directory,
            _ => ValueKind.Other,
        };
}
