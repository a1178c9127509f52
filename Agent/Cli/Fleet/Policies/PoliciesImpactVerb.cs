using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Insight;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>What a change of a policy would do to every host.</summary>
internal static class PoliciesImpactVerb
{
    public static Verb Create(CliContext context)
    {
        var what = new Argument<string>("FILE|NAME") { Description = "A policy's file, or the name of one on the server" };
        var to = new Option<int?>("--to")
        {
            Description =
                "NAME: as if this revision were current: a rollback, or what was staged [default: the latest; none with --assign or "
                + "--unassign]",
            HelpName = "N",
        };
        var assign = new Option<string[]>("--assign")
        {
            Description = "As if it were assigned to these hosts, too; may be repeated",
            HelpName = "SELECTOR",
        };
        var priority = new Option<int>("--priority") { Description = "With --assign: its priority [default: 0]", HelpName = "N" };
        var unassign = new Option<string[]>("--unassign") { Description = "As if this assignment ended; may be repeated", HelpName = "ID" };
        var remove = new Option<bool>("--remove") { Description = "NAME: as if the policy were removed" };
        var csv = new Option<string>("--csv")
        {
            Description = "Write every affected host to this file, one line per target; - for standard output",
            HelpName = "FILE",
        };
        var verb = new Verb(
            VerbGroup.Fleet,
            "impact",
            "Effect of a change on every host, by its facts and last report; exits 2 when it changes anything"
        )
        {
            Details =
                "Nothing is stored. A host that was never seen, is stale, or has changed since its last report is shown as unknown, and "
                + "not guessed.",
            Examples =
            [
                ("iwtune fleet policies impact edge.yaml", "before it is pushed"),
                ("iwtune fleet policies impact edge --to 3 --csv impact.csv", "before a rollback, host by host"),
                ("iwtune fleet policies impact edge --assign 'site:fra os:linux'", "before it is assigned"),
            ],
        };
        foreach (Option option in (ReadOnlySpan<Option>)[to, assign, priority, unassign, remove, csv, JsonOption.Option])
            verb.Add(option);
        verb.Add(what);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var name = parsed.GetRequiredValue(what);
                var file = File.Exists(name) ? FilePush.Read(context.Terminal, name) : null;
                if (file is not null && (parsed.GetValue(to) is not null || parsed.GetValue(remove)))
                    throw new UsageException("--to and --remove are for the name of a policy, not for a file.");
                var policy = file?.Policy ?? name;
                var ends = parsed.GetValue(unassign) ?? [];
                var selectors = parsed.GetValue(assign) ?? [];
                var request = new ImpactRequest
                {
                    Publish = file is null ? [] : [file.Document],
                    Release =
                        file is null && !parsed.GetValue(remove) && (parsed.GetValue(to) is not null || selectors.Length + ends.Length == 0)
                            ? [await ReleaseAsync(fleet, policy, parsed.GetValue(to), ct)]
                            : [],
                    Assign = [.. selectors.Select(selector => new ProposedAssignment(selector, policy, parsed.GetValue(priority)))],
                    Unassign = ends,
                    Remove = parsed.GetValue(remove) ? [policy] : [],
                };
                if (parsed.GetValue(csv) is { } path)
                {
                    await SaveAsync(context, fleet, request, path, ct);
                    return ExitCode.Fine;
                }
                var page = await fleet.PostFileAsync(
                    $"{FleetPaths.Impact}?limit=50",
                    request,
                    ImpactJson.Default.ImpactRequest,
                    ImpactJson.Default.ImpactPage,
                    file is null ? "" : name,
                    ct
                );
                context.Answer(parsed, page, ImpactJson.Default.ImpactPage, () => ImpactTables.Print(context.Terminal, page));
                return page.Affected > 0 ? ExitCode.Differs : ExitCode.Fine;
            }
        );
        return verb;
    }

    /// <summary>An earlier revision becomes current by a rollback, the latest as it is.</summary>
    private static async Task<ProposedRevision> ReleaseAsync(FleetConnection fleet, string policy, int? to, CancellationToken ct)
    {
        var latest = (await fleet.GetAsync(FleetPaths.Policy(policy), PoliciesJson.Default.PolicyDetail, ct)).Summary.Latest.Number;
        return new(policy, to ?? latest, Rollback: to is { } number && number != latest);
    }

    private static async Task SaveAsync(CliContext context, FleetConnection fleet, ImpactRequest request, string path, CancellationToken ct)
    {
        if (path == "-")
        {
            using var memory = new MemoryStream();
            await fleet.DownloadAsync(FleetPaths.ImpactCsv, request, ImpactJson.Default.ImpactRequest, memory, ct);
            context.Terminal.Out.Write(System.Text.Encoding.UTF8.GetString(memory.GetBuffer(), 0, (int)memory.Length));
            return;
        }
        try
        {
            await using var file = File.Create(path);
            await fleet.DownloadAsync(FleetPaths.ImpactCsv, request, ImpactJson.Default.ImpactRequest, file, ct);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path} cannot be written: {e.Message}", e);
        }
        context.Terminal.Out.WriteLine($"Written to {path}.");
    }
}
