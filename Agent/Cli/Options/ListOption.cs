using System.CommandLine;
using System.CommandLine.Parsing;

namespace IwTune.Agent.Cli.Options;

/// <summary>Several values separated by commas; each invalid one is reported.</summary>
internal static class ListOption
{
    /// <param name="name">With its hyphens.</param>
    /// <param name="helpName">The name of the value.</param>
    /// <param name="description">The text in the help.</param>
    /// <param name="expected">The expected form: <c>a number of bytes from 1, as in 13516 or 34kB</c>.</param>
    /// <param name="read">The values of one word; <see langword="null"/> when it is none.</param>
    /// <param name="weighs">True when a value that is written twice counts twice.</param>
    public static Option<T[]> Create<T>(
        string name,
        string helpName,
        string description,
        string expected,
        Func<string, T[]?> read,
        bool weighs = false
    ) =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            CustomParser = result => Parse(result, name, expected, read) is var values && weighs ? values : [.. values.Distinct()],
        };

    private static T[] Parse<T>(ArgumentResult result, string name, string expected, Func<string, T[]?> read)
    {
        var values = new List<T>();
        foreach (var token in result.Tokens)
        {
            foreach (var word in token.Value.Split(','))
            {
                if (read(word.Trim()) is { } found)
                    values.AddRange(found);
                else
                    result.AddError($"{name} '{word}': write {expected}.");
            }
        }
        return [.. values];
    }
}
