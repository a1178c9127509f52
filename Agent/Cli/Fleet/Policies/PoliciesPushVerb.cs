using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Fleet.Insight;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>Publishes policies from a file or a directory.</summary>
internal static class PoliciesPushVerb
{
    private delegate Task<int> Push(FleetConnection fleet, CancellationToken ct);

    public static Verb Create(CliContext context)
    {
        var path = new Argument<string>("FILE|DIR")
        {
            Description = "A policy, or a directory of .yaml, .yml and .json policies, optionally with assignments.yaml",
        };
        var reason = new Option<string>("--reason") { Description = "Why; revision and audit log keep it", HelpName = "TEXT" };
        var assign = new Option<string>("--assign")
        {
            Description = "FILE: also assign to these hosts, unless they are assigned already: role:edge, or * for all",
            HelpName = "SELECTOR",
        };
        var stage = new Option<bool>("--stage") { Description = "FILE: create the revision without publishing it; a rollout delivers it" };
        var from = new Option<int?>("--base")
        {
            Description = "FILE: the latest revision you know, 0 for none; refused when a later one was published",
            HelpName = "N",
        };
        var prune = new Option<bool>("--prune")
        {
            Description = "DIR: also remove the policies that it does not hold, and with assignments.yaml the assignments",
        };
        var confirm = new Option<string>("--confirm")
        {
            Description = "Confirmation: the number of hosts, or POLICIES/HOSTS when policies are removed",
            HelpName = "N",
        };
        var dryRun = new Option<bool>("--dry-run")
        {
            Description = "Only show what would change, and for which hosts; exit 2 when anything would",
        };
        var verb = new Verb(VerbGroup.Fleet, "push", "Publish policies: a new revision of each that has changed")
        {
            Details =
                "A directory is planned first, whole: every problem of every file, what is new, changed or removed, what changes for "
                + "which hosts. "
                + "Then all of it is applied in one step, or nothing. When something changed in between, the differences are shown.",
            Examples =
            [
                ("iwtune fleet policies push edge.yaml --reason 'CDN test' --assign role:edge", "one"),
                ("iwtune fleet policies push policies/ --dry-run", "a directory, to look first"),
                ("iwtune fleet policies push policies/ --prune --confirm 2/120", "from a pipeline: remove 2 policies, 120 hosts change"),
            ],
        };
        foreach (Option option in (ReadOnlySpan<Option>)[reason, assign, stage, from, prune, confirm, dryRun, JsonOption.Option])
            verb.Add(option);
        verb.Add(path);
        verb.Runs<Push>(context, Read, (fleet, push, _, ct) => push(fleet, ct));
        return verb;

        Push Read(ParseResult parsed)
        {
            var file = parsed.GetRequiredValue(path);
            var why = parsed.Why(reason, "pushed");
            var (tries, json) = (parsed.GetValue(dryRun), parsed.WantsJson());
            if (Directory.Exists(file))
            {
                if (parsed.GetValue(assign) is not null || parsed.GetValue(stage) || parsed.GetValue(from) is not null)
                    throw new UsageException(
                        "--assign, --stage and --base are for one file. In a directory assignments.yaml says who follows what. "
                            + "Nothing was sent."
                    );
                var request = PolicyDirectory.Read(file, parsed.GetValue(prune));
                return (fleet, ct) =>
                {
                    var directory = new DirectoryPush(fleet, context.Terminal, json);
                    return tries ? directory.TryAsync(request, ct) : directory.ApplyAsync(request, why, parsed.GetValue(confirm), ct);
                };
            }
            if (parsed.GetValue(prune))
                throw new UsageException("--prune is for a directory: what it does not hold is removed. Nothing was sent.");
            var push = FilePush.Read(context.Terminal, file) with
            {
                Reason = why,
                Assign = parsed.GetValue(assign),
                Stage = parsed.GetValue(stage),
                Base = parsed.GetValue(from),
                Confirm = Number(parsed.GetValue(confirm)),
                Json = json,
            };
            return (fleet, ct) => tries ? push.TryAsync(fleet, ct) : push.SendAsync(fleet, ct);
        }
    }

    private static int? Number(string? confirm) =>
        confirm is null ? null
        : int.TryParse(confirm, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number
        : throw new UsageException($"--confirm {confirm}: for one file it is a number of hosts. Nothing was sent.");
}
