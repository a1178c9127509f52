using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Agent.Cli.Fleet.Policies;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>Publishes one file.</summary>
internal sealed record FilePush(Terminal Terminal, string Path, string Document, string Policy)
{
    public string Reason { get; init; } = "";

    public string? Assign { get; init; }

    public bool Stage { get; init; }

    public int? Base { get; init; }

    public int? Confirm { get; init; }

    public bool Json { get; init; }

    /// <summary>Warnings of the document that were written already.</summary>
    private IReadOnlyList<PolicyProblem> Warned { get; init; } = [];

    /// <exception cref="UsageException">The file cannot be read, or all its problems.</exception>
    public static FilePush Read(Terminal terminal, string path)
    {
        var document = PolicyFile.Text(path);
        var read = PolicyReader.Read(document);
        Warn(terminal, path, read.Warnings);
        return read.Policy is { } policy
            ? new FilePush(terminal, path, document, policy.Name) { Warned = read.Warnings }
            : throw UsageException.Of(path, read.Problems, "Nothing was sent.");
    }

    public async Task<int> SendAsync(FleetConnection fleet, CancellationToken ct)
    {
        var reply = await HostNumber.AskedAsync(
            Terminal,
            Confirm,
            number =>
                fleet.PostFileAsync(
                    FleetPaths.Policies,
                    new PublishRequest(Document, Reason, Assign, Stage, Base, number),
                    PoliciesJson.Default.PublishRequest,
                    PoliciesJson.Default.PublishReply,
                    Path,
                    ct
                )
        );
        // The server repeats what the document alone gives, and adds what its hosts reported.
        Warn(Terminal, Path, [.. reply.Warnings.Except(Warned)]);
        if (Json)
        {
            FleetJson.Write(Terminal.Out, reply, PoliciesJson.Default.PublishReply);
            return ExitCode.Fine;
        }
        var hosts = reply.Hosts == 1 ? "1 host" : $"{reply.Hosts} hosts";
        Terminal.Out.WriteLine(
            reply switch
            {
                { Unchanged: true } => $"{reply.Policy}: revision {reply.Revision} has this content already; it reaches {hosts}.",
                _ when Stage => $"{reply.Policy}: revision {reply.Revision} is staged and not published yet. 'iwtune fleet rollouts start "
                    + $"{reply.Policy}' takes it to hosts, ring by ring.",
                { Previous: { } previous } when previous != reply.Revision =>
                    $"{reply.Policy}: published as revision {reply.Revision}; it reaches {hosts}. 'iwtune fleet policies rollback "
                        + $"{reply.Policy} --to {previous}' restores the previous content.",
                _ => $"{reply.Policy}: published as revision {reply.Revision}; it reaches {hosts}.",
            }
        );
        if (reply.Hosts == 0 && !Stage)
            Terminal.Error.WriteLine(
                (
                    Assign is null
                        ? $"No host gets {reply.Policy} yet; 'iwtune fleet assignments set {reply.Policy} --selector …' assigns it. "
                        : $"No host that matches '{Assign}' gets {reply.Policy} yet; hosts that match later do. "
                )
                    + "'iwtune fleet assignments list' shows where another policy has a higher priority, 'iwtune fleet holds list' the "
                    + "held hosts."
            );
        return ExitCode.Fine;
    }

    public async Task<int> TryAsync(FleetConnection fleet, CancellationToken ct)
    {
        // What the file alone would change; the server finds problems that this machine cannot.
        var planned = await fleet.PostFileAsync(
            FleetPaths.PolicyPlan,
            new PlanRequest { Policies = [new(Path, Document)] },
            DirectoryJson.Default.PlanRequest,
            DirectoryJson.Default.PlanReply,
            Path,
            ct
        );
        if (planned.Plan?.Policies.FirstOrDefault(policy => policy.Name == Policy) is not { } policy)
            throw new FleetRefusedException(ExitCode.Usage, string.Join('\n', planned.Problems));
        if (Base is { } known && known != policy.Base)
            throw new FleetRefusedException(
                ExitCode.Error,
                $"{Policy}: revision {policy.Base} is the latest by now, not {known}. 'iwtune fleet policies history {Policy}' says who "
                    + "published it."
            );
        var impact = await fleet.PostFileAsync(
            $"{FleetPaths.Impact}?limit=20",
            Proposal(),
            ImpactJson.Default.ImpactRequest,
            ImpactJson.Default.ImpactPage,
            Path,
            ct
        );
        var changes =
            impact.Affected > 0
            || policy.Action is PlannedAction.New or PlannedAction.Changed
            || policy.Action == PlannedAction.Released && !Stage;
        if (Json)
        {
            FleetJson.Write(Terminal.Out, impact, ImpactJson.Default.ImpactPage);
            return changes ? ExitCode.Differs : ExitCode.Fine;
        }
        if (policy.Action == PlannedAction.Changed)
            DiffText.Print(Terminal, $"{Policy} revision {policy.Base}", Path, policy.Lines);
        Terminal.Out.WriteLine(
            policy.Action switch
            {
                PlannedAction.Unchanged => $"{Policy}: no change, revision {policy.Revision} stays.",
                PlannedAction.Released when Stage => $"{Policy}: no change, revision {policy.Revision} stays staged.",
                PlannedAction.Released => $"{Policy}: revision {policy.Revision} would be published to all its hosts.",
                _ => $"{Policy}: would be {(Stage ? "staged" : "published")} as revision {policy.Revision}.",
            }
        );
        ImpactTables.Print(Terminal, impact);
        return changes ? ExitCode.Differs : ExitCode.Fine;
    }

    private static void Warn(Terminal terminal, string path, IReadOnlyList<PolicyProblem> warnings)
    {
        if (warnings.Count > 0)
            terminal.Error.WriteLine(Problems.Lines($"warning: {path}", warnings));
    }

    // A staged revision reaches no host, but its assignment takes hosts from another policy at once.
    private ImpactRequest Proposal() =>
        new()
        {
            Publish = Stage ? [] : [Document],
            Stage = Stage ? [Document] : [],
            Assign = Assign is null ? [] : [new(Assign, Policy, Keep: true)],
        };
}
