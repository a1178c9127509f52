using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

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

    private static void Print(Terminal terminal, PolicyDetail policy)
    {
        var table = new Table(
            ("REVISION", Align.Right),
            ("", Align.Left),
            ("PUBLISHED", Align.Left),
            ("BY", Align.Left),
            ("BRINGS BACK", Align.Left),
            ("DIGEST", Align.Left),
            ("REASON", Align.Left)
        );
        foreach (var revision in policy.Revisions)
        {
            table.Add(
                FleetText.Number(revision.Number),
                Standing(revision.Number, policy.Summary),
                FleetText.Time(revision.Published),
                revision.Author,
                revision.RollbackTo is { } old ? $"revision {old}" : "",
                revision.Digest.Length > 19 ? revision.Digest[..19] : revision.Digest,
                revision.Reason
            );
        }
        table.Write(terminal);
    }

    private static string Standing(int number, PolicySummary policy) =>
        policy switch
        {
            { Removed: not null } => number == policy.Latest.Number ? "removed" : "",
            { Released: { } released } when number == released => "released",
            _ => number > (policy.Released ?? 0) ? "staged" : "",
        };
}
