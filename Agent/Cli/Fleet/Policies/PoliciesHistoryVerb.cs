using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>A policy's revisions.</summary>
internal static class PoliciesHistoryVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "The policy" };
        var verb = new Verb(VerbGroup.Fleet, "history", "A policy's revisions: who, when and why");
        verb.Add(name);
        verb.Shows(
            context,
            parsed => FleetPaths.Policy(parsed.GetRequiredValue(name)),
            () => PoliciesJson.Default.PolicyDetail,
            policy => Print(context.Terminal, policy)
        );
        return verb;
    }

    private static void Print(Terminal terminal, PolicyDetail policy) =>
        Table
            .Of<RevisionSummary>(
                policy.Revisions,
                [
                    new("REVISION", revision => FleetText.Number(revision.Number), Align.Right),
                    new("", revision => Standing(revision.Number, policy.Summary)),
                    new("PUBLISHED", revision => FleetText.Time(revision.Published)),
                    new("BY", revision => Actors.Name(revision.Author)),
                    new("ROLLS BACK TO", revision => revision.RollbackTo is { } old ? $"revision {old}" : ""),
                    new("DIGEST", revision => revision.Digest.Length > 19 ? revision.Digest[..19] : revision.Digest),
                    new("REASON", revision => revision.Reason),
                ]
            )
            .Write(terminal);

    private static string Standing(int number, PolicySummary policy) =>
        policy switch
        {
            { Removed: not null } => number == policy.Latest.Number ? "removed" : "",
            { Released: { } released } when number == released => "current",
            _ => number > (policy.Released ?? 0) ? "staged" : "",
        };
}
