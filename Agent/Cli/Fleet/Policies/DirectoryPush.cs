using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>Makes the server hold what a directory holds: a plan to review, then all of it or nothing.</summary>
internal sealed class DirectoryPush(FleetConnection fleet, Terminal terminal, bool json)
{
    /// <summary>Shows what would be done.</summary>
    public async Task<int> TryAsync(PlanRequest request, CancellationToken ct)
    {
        var reply = await PlanAsync(request, ct);
        if (json)
            FleetJson.Write(terminal.Out, reply, DirectoryJson.Default.PlanReply);
        else if (reply.Plan is { } plan)
        {
            PlanText.Print(terminal, plan);
            terminal.Out.WriteLine(
                plan.Changes
                    ? "Nothing was changed. Without --dry-run this is "
                        + $"done{(plan.Confirm is { } confirm ? $" when you confirm it: --confirm {confirm}" : "")}."
                    : "Nothing to do."
            );
        }
        return reply.Plan switch
        {
            null => ExitCode.Usage,
            { Changes: true } => ExitCode.Differs,
            _ => ExitCode.Fine,
        };
    }

    /// <summary>Plans, asks where a confirmation is required, applies.</summary>
    public async Task<int> ApplyAsync(PlanRequest request, string reason, string? confirm, CancellationToken ct)
    {
        var planned = await PlanAsync(request, ct);
        if (planned.Plan is not { } plan)
            return ExitCode.Usage;
        if (!json)
            PlanText.Print(terminal, plan);
        if (plan is { Confirm: { } number, Changes: true } && confirm is null)
            confirm = await AskedAsync(plan, number, ct);
        var reply = await fleet.PostAsync(
            FleetPaths.PolicyApply,
            new ApplyRequest(request, plan.Hash, reason, confirm),
            DirectoryJson.Default.ApplyRequest,
            DirectoryJson.Default.ApplyReply,
            ct
        );
        if (json)
            FleetJson.Write(terminal.Out, reply, DirectoryJson.Default.ApplyReply);
        else
            terminal.Out.WriteLine(
                plan.Changes
                    ? "Applied, all of it; hosts follow within seconds. To undo it, push the directory as it was: 'iwtune fleet "
                        + "policies pull' before a push keeps that."
                    : "Nothing to do."
            );
        return ExitCode.Fine;
    }

    private async Task<PlanReply> PlanAsync(PlanRequest request, CancellationToken ct)
    {
        var reply = await fleet.PostAsync(
            FleetPaths.PolicyPlan,
            request,
            DirectoryJson.Default.PlanRequest,
            DirectoryJson.Default.PlanReply,
            ct
        );
        foreach (var warning in reply.Warnings)
            terminal.Error.WriteLine($"warning: {warning}");
        foreach (var problem in reply.Problems)
            terminal.Error.WriteLine(problem);
        if (reply.Plan is null)
            terminal.Error.WriteLine("Nothing was changed.");
        return reply;
    }

    private async Task<string?> AskedAsync(PolicyPlan plan, string number, CancellationToken ct)
    {
        var what = number.Split('/') is [var policies, var hosts]
            ? $"This removes {policies} {(policies == "1" ? "policy" : "policies")} and changes {hosts} "
                + $"{(hosts == "1" ? "host" : "hosts")}."
            : $"This changes {number} of {Counted.Of(plan.Impact.Fleet, "host")}, more than half.";
        if (!terminal.Interactive || json)
            throw new UsageException($"{what} Confirm it: --confirm {number}. Nothing was changed.");
        terminal.Error.Write($"{what} Enter {number} to confirm: ");
        return (await terminal.In.ReadLineAsync(ct))?.Trim() == number
            ? number
            : throw new UsageException("Not confirmed. Nothing was changed.");
    }
}
