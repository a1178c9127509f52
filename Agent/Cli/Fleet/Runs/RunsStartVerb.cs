using IwTune.Agent.Cli.Fleet.Compliance;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>Starts a run.</summary>
internal static class RunsStartVerb
{
    public static Verb Create(CliContext context)
    {
        var reason = RunOptions.Reason();
        var query = ComplianceOptions.Query();
        var asOf = MomentOption.Create("--as-of", "As of a past instant: 2026-11-14T09:30Z [default: when it is made]");
        var since = MomentOption.Create("--since", "List changes since this time [default: 30 days before]");
        var formats = ComplianceOptions.Formats();
        var days = RunOptions.Days();
        var verb = new Verb(VerbGroup.Fleet, "start", "Start a compliance run; the server makes it and keeps its file");
        foreach (var option in (System.CommandLine.Option[])[reason, query, asOf, since, formats, days, JsonOption.Option])
            verb.Add(option);
        verb.Runs(
            context,
            parsed => new RunRequest(
                parsed.GetRequiredValue(reason),
                parsed.GetValue(query),
                parsed.GetValue(asOf),
                parsed.GetValue(since),
                ComplianceOptions.Read(parsed.GetValue(formats), "Nothing was started."),
                parsed.GetValue(days)
            ),
            async (fleet, request, parsed, ct) =>
            {
                var run = await fleet.PostAsync(
                    RunPaths.Runs,
                    request,
                    ComplianceJson.Default.RunRequest,
                    ComplianceJson.Default.ComplianceRun,
                    ct
                );
                return context.Answer(
                    parsed,
                    run,
                    ComplianceJson.Default.ComplianceRun,
                    $"Started. 'iwtune fleet runs show {run.Id}' shows when it is made; "
                        + $"'iwtune fleet runs get {run.Id} --out FILE' gets it."
                );
            }
        );
        return verb;
    }
}
