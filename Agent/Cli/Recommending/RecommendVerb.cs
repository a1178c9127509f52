using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Shared.Model.Recommending;

namespace IwTune.Agent.Cli.Recommending;

/// <summary>Which window to set, its gain and its risks.</summary>
internal static class RecommendVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "recommend", "Which window to set, what it saves and what it risks, with reasons")
        {
            Details = """
                Uses what a running daemon has seen of this host's connections in the last 12 to 24 hours, for each target;
                or a profile in a file; or, for a host without traffic, your description: sizes and round-trip times, all equally
                frequent.
                To keep the present window is a normal answer. Changes nothing.
                """,
            Examples =
            [
                ("iwtune recommend", "every target that the daemon has seen traffic over"),
                ("iwtune recommend --target default --json", "one of them, for programs"),
                ("iwtune recommend --size 6k,13516,40k --rtt 20ms,90ms --concurrency 6", "a planned site"),
                ("iwtune recommend --profile site.json --iw 10 --role own", "a profile from the server"),
            ],
        };
        foreach (var option in RecommendOptions.All)
            verb.Add(option);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var cases =
            RecommendOptions.Description(parsed) is { } described
                ? [RecommendOptions.Over(RecommendationCase.Of("as described", described), parsed)]
            : parsed.GetValue(RecommendOptions.Profile) is { } file
                ? [RecommendOptions.Over(new() { Subject = file, Traffic = ProfileFile.Read(file) }, parsed)]
            : await SeenCases.OfAsync(context, parsed, ct);
        if (cases is null)
            return ExitCode.Unreachable;
        List<Recommendation> found = [.. cases.Select(Recommender.Recommend)];
        if (parsed.WantsJson())
            context.Terminal.Out.WriteJson(new RecommendedHost(found), ToolsJson.Shown.RecommendedHost);
        else if (found.Count == 1)
            RecommendationPage.Write(context.Terminal, found[0]);
        else
            RecommendationPage.WriteAll(context.Terminal, found);
        return ExitCode.Fine;
    }
}
