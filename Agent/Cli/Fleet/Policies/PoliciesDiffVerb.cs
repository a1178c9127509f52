using System.CommandLine;
using IwTune.Agent.Cli.Fleet.Insight;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>What changed between two revisions.</summary>
internal static class PoliciesDiffVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME|FILE") { Description = "The policy, or a file to compare with the latest revision" };
        var from = new Option<int?>("--from") { Description = "The older revision [default: the one before --to]", HelpName = "N" };
        var to = new Option<int?>("--to") { Description = "The newer revision [default: the latest]", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "diff", "Differences between two revisions, or of a file; exits 2 when anything differs")
        {
            Examples =
            [
                ("iwtune fleet policies diff edge --from 1", "from revision 1 to the latest"),
                ("iwtune fleet policies diff edge.yaml", "what pushing it would change"),
            ],
        };
        verb.Add(name);
        verb.Add(from);
        verb.Add(to);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var policy = parsed.GetRequiredValue(name);
                if (File.Exists(policy))
                    return await FileAsync(context, fleet, policy, parsed.WantsJson(), ct);
                var newer =
                    parsed.GetValue(to)
                    ?? (await fleet.GetAsync(FleetPaths.Policy(policy), PoliciesJson.Default.PolicyDetail, ct)).Summary.Latest.Number;
                var older = parsed.GetValue(from) ?? newer - 1;
                if (older < 1)
                    throw new UsageException($"{policy} has no revision before {newer}; name two with --from and --to.");
                var diff = await fleet.GetAsync(FleetPaths.Diff(policy, older, newer), PoliciesJson.Default.PolicyDiff, ct);
                if (parsed.WantsJson())
                    FleetJson.Write(context.Terminal.Out, diff, PoliciesJson.Default.PolicyDiff);
                else
                    DiffText.Print(
                        context.Terminal,
                        $"{diff.Policy} revision {diff.From}",
                        $"{diff.Policy} revision {diff.To}",
                        diff.Lines
                    );
                return diff.Lines.Any(line => line.Kind != DiffKind.Same) ? ExitCode.Differs : ExitCode.Fine;
            }
        );
        return verb;
    }

    /// <summary>Compares a file with the latest revision; the server finds problems that this machine cannot.</summary>
    private static async Task<int> FileAsync(CliContext context, FleetConnection fleet, string path, bool json, CancellationToken ct)
    {
        var file = FilePush.Read(context.Terminal, path);
        var planned = await fleet.PostFileAsync(
            FleetPaths.PolicyPlan,
            new PlanRequest { Policies = [new(path, file.Document)] },
            DirectoryJson.Default.PlanRequest,
            DirectoryJson.Default.PlanReply,
            path,
            ct
        );
        if (planned.Plan?.Policies.FirstOrDefault(policy => policy.Name == file.Policy) is not { } policy)
            throw new FleetRefusedException(ExitCode.Usage, string.Join('\n', planned.Problems));
        if (json)
            FleetJson.Write(
                context.Terminal.Out,
                new PolicyDiff(policy.Name, policy.Base, policy.Revision ?? policy.Base, policy.Lines),
                PoliciesJson.Default.PolicyDiff
            );
        else if (policy.Lines.Count == 0)
            context.Terminal.Out.WriteLine($"{path} asks for what revision {policy.Base} of {policy.Name} asks for.");
        else
            DiffText.Print(context.Terminal, $"{policy.Name} revision {policy.Base}", path, policy.Lines);
        return policy.Lines.Count == 0 ? ExitCode.Fine : ExitCode.Differs;
    }
}
