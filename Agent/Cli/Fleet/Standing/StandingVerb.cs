using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>Hosts that stand out, and why.</summary>
internal static class StandingVerb
{
    private static string Kinds => string.Join(", ", Enum.GetValues<StandingKind>().Select(Typed));

    /// <summary>A list as it is typed.</summary>
    public static string Typed(StandingKind kind) => StandingWords.Of(kind).ToLowerInvariant().Replace(' ', '-');

    public static Verb Create(CliContext context)
    {
        var kind = new Argument<StandingKind?>("KIND")
        {
            Description = $"The list: {Kinds}; without it the number of hosts in each",
            Arity = ArgumentArity.ZeroOrOne,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (
                    Enum.TryParse<StandingKind>(text.Replace("-", "", StringComparison.Ordinal), ignoreCase: true, out var read)
                    && Enum.IsDefined(read)
                    && !char.IsAsciiDigit(text[0])
                )
                    return read;
                result.AddError($"'{text}' is none of {Kinds}.");
                return null;
            },
        };
        var filter = StandingReading.Filter();
        var verb = new Verb(
            VerbGroup.Fleet,
            "standing",
            "Hosts that stand out: drift, repairs, fights, holds, overrides, unsupported, unreachable, refused"
        )
        {
            Examples =
            [
                ("iwtune fleet standing", "how many of each"),
                ("iwtune fleet standing unreachable -q site:fra", "which, and since when"),
            ],
        };
        verb.Add(kind);
        verb.Add(filter);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            (fleet, parsed, ct) => RunAsync(fleet, context, parsed.GetValue(kind), parsed.GetValue(filter) ?? "", parsed.WantsJson(), ct)
        );
        return verb;
    }

    private static async Task<int> RunAsync(
        FleetConnection fleet,
        CliContext context,
        StandingKind? kind,
        string filter,
        bool json,
        CancellationToken ct
    )
    {
        // Without a list only the numbers are shown: one page has them.
        var page =
            kind is null && !json
                ? await StandingReading.PageAsync(fleet, null, filter, "", 1, ct)
                : await StandingReading.AllAsync(fleet, kind, filter, ct);
        if (json)
            FleetJson.Write(context.Terminal.Out, page with { Next = null }, StandingJson.Default.StandingPage);
        else if (kind is { } one)
            StandingText.Write(context.Terminal, page, one, context.Time.GetUtcNow());
        else
            StandingText.WriteCounts(context.Terminal, page);
        if (!json)
            context.Terminal.Error.WriteLine($"{page.Matched} of {(page.Total == 1 ? "1 host" : $"{page.Total} hosts")}.");
        return ExitCode.Fine;
    }
}
