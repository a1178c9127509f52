using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Runs;

/// <summary>One run with what belongs to it.</summary>
internal static class RunsShowVerb
{
    public static Verb Create(CliContext context)
    {
        var id = RunOptions.Id();
        var verb = new Verb(VerbGroup.Fleet, "show", "One compliance run with its deliveries, attestations and reader links");
        verb.Add(id);
        verb.Shows(
            context,
            parsed => RunPaths.Run(parsed.GetRequiredValue(id)),
            () => ComplianceJson.Default.ComplianceRun,
            run => Print(context.Terminal, run)
        );
        return verb;
    }

    private static void Print(Terminal terminal, ComplianceRun run)
    {
        Line("State", RunText.State(run).Text + (run.Problem.Length > 0 ? $": {run.Problem}" : ""));
        Line("Made for", RunText.Cause(run) + (run.About.Length > 0 ? $": {run.About}" : ""));
        Line("As of", run.AsOf is { } asOf ? FleetText.Time(asOf) : "when it is made");
        if (run.Since is { } since)
            Line("Changes since", FleetText.Time(since));
        if (run.Hosts is { } hosts)
        {
            Line("Hosts", string.Create(CultureInfo.InvariantCulture, $"{hosts} of {run.Fleet}, {run.Compliant} compliant"));
            Line("Without policy", run.WithoutPolicyText("0") + (run.WithoutPolicy is null ? "" : " of the compliant"));
        }
        if (run.Completeness.Length > 0)
            Line("Completeness", FleetText.Sentence(run.Completeness));
        if (run.Query.Length > 0)
            Line("Filter", run.Query);
        Line("More files", run.Formats.Count == 0 ? "none" : string.Join(", ", run.Formats));
        if (run.Sha256 is { } hash)
            Line("SHA-256", hash);
        if (run.Stamped is { } stamped)
            Line("Time stamp", $"{FleetText.Time(stamped)} by {run.StampedBy}");
        if (run.Hold is { } hold)
            Line("Held", $"{hold} ({run.HoldBy})");
        else if (run is { State: RunState.Kept, KeepUntil: { } until })
            Line("Kept until", FleetText.Time(until));
        foreach (var one in run.Deliveries)
            Line("Delivery", $"{one.To}: {one.State.ToString().ToLowerInvariant()} {one.Text}".TrimEnd());
        foreach (var one in run.Attestations)
            Line("Attested", $"{FleetText.Time(one.At)} {Actors.Name(one.By)}: {one.Statement}");
        foreach (var link in run.Links)
            Line("Reader link", $"{link.Id}, {Standing(link)}, used {Counted.Of(link.Used, "time")}: {link.Reason}");

        void Line(string key, string value) => terminal.Out.WriteLine($"{key, -14} {value}");
    }

    private static string Standing(ReaderLink link) =>
        link.Revoked is { } revoked ? $"revoked {FleetText.Time(revoked)}" : $"until {FleetText.Time(link.Expires)}";
}
