using System.CommandLine;
using System.Globalization;

namespace IwTune.Agent.Cli.Options;

/// <summary>One value; an invalid one is refused with the expected form.</summary>
internal static class OneOption
{
    /// <param name="name">With its hyphens.</param>
    /// <param name="helpName">The name of the value.</param>
    /// <param name="description">The text in the help.</param>
    /// <param name="expected">The expected form: <c>kilometres, as in 15988</c>.</param>
    /// <param name="read">The value; <see langword="null"/> when it is none.</param>
    public static Option<T?> Create<T>(string name, string helpName, string description, string expected, Func<string, T?> read)
        where T : struct =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (read(text) is { } value)
                    return value;
                result.AddError($"{name} '{text}': write {expected}.");
                return null;
            },
        };

    /// <summary>Also accepts a letter: <c>-n</c>.</summary>
    public static Option<T> Called<T>(this Option<T> option, string letter)
    {
        option.Aliases.Add(letter);
        return option;
    }

    /// <summary>A whole number between two, both included.</summary>
    public static Option<int?> Number(string name, string helpName, string description, int least, int most) =>
        Create<int>(
            name,
            helpName,
            description,
            string.Create(CultureInfo.InvariantCulture, $"a whole number from {least} to {most}"),
            word =>
                int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
                    ? number
                    : null
        );
}
