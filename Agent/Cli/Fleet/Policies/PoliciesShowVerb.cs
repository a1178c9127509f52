using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>A policy's document, as it was written.</summary>
internal static class PoliciesShowVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "The policy" };
        var revision = new Option<int?>("--revision") { Description = "An earlier revision [default: the latest]", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "show", "A policy's document, as it was written")
        {
            Examples = [("iwtune fleet policies show edge > edge.yaml", "get it to edit it")],
        };
        verb.Add(name);
        verb.Add(revision);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var policy = parsed.GetRequiredValue(name);
                var latest = await fleet.GetAsync(FleetPaths.Policy(policy), PoliciesJson.Default.PolicyDetail, ct);
                var number = parsed.GetValue(revision) ?? latest.Summary.Latest.Number;
                var shown = await fleet.GetAsync(FleetPaths.Revision(policy, number), PoliciesJson.Default.RevisionDetail, ct);
                if (parsed.WantsJson())
                {
                    FleetJson.Write(context.Terminal.Out, shown, PoliciesJson.Default.RevisionDetail);
                    return ExitCode.Fine;
                }
                // On stderr, so that the document alone can be redirected into a file.
                context.Terminal.Error.WriteLine(
                    $"{shown.Policy} revision {shown.Revision.Number} of {latest.Summary.Latest.Number}, "
                        + $"{FleetText.Time(shown.Revision.Published)} by {Actors.Name(shown.Revision.Author)}: {shown.Revision.Reason}"
                );
                context.Terminal.Out.Write(shown.Document);
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
