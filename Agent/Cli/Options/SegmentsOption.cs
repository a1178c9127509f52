using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Options;

/// <summary>A window in segments.</summary>
internal static class SegmentsOption
{
    public static Option<int?> Create(string name, string description) =>
        new(name)
        {
            HelpName = "N",
            Description = description,
            CustomParser = result => Parse(result, name),
        };

    public static Argument<int?> Argument(string name, string description) =>
        new(name)
        {
            HelpName = name,
            Description = description,
            Arity = ArgumentArity.ZeroOrOne,
            CustomParser = result => Parse(result, name),
        };

    private static int? Parse(ArgumentResult result, string name)
    {
        if (
            result.Tokens is [var token]
            && int.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is >= Window.Min and <= Window.Max
        )
            return number;
        if (result.Tokens.Count > 0)
            result.AddError($"{name} '{result.Tokens[0].Value}': write a number of segments, {Window.Min} to {Window.Max}.");
        return null;
    }
}
