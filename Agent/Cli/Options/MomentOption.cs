using System.CommandLine;
using System.Globalization;

namespace IwTune.Agent.Cli.Options;

/// <summary>A moment with its zone: <c>2026-11-27T00:00Z</c>; without a zone it is UTC.</summary>
internal static class MomentOption
{
    public static Option<DateTimeOffset?> Create(string name, string description) =>
        new(name)
        {
            HelpName = "TIME",
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (
                    DateTimeOffset.TryParse(
                        text,
                        CultureInfo.InvariantCulture,
                        DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                        out var moment
                    )
                )
                    return moment;
                result.AddError($"{name} '{text}': write a moment as 2026-11-27T00:00Z, or with an offset as 2026-11-27T01:00+01:00.");
                return null;
            },
        };
}
