using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Deciding;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>The decisions of this host, within the bounds of the required bundle.</summary>
/// <param name="queue">Gives the turns.</param>
/// <param name="enforcement">Notified when something was set.</param>
/// <param name="reconciler">Sets what is decided.</param>
/// <param name="store">Knows the required bundle.</param>
/// <param name="reports">Receive what happened.</param>
public sealed class DecisionDesk(TurnQueue queue, Enforcement enforcement, Reconciler reconciler, BundleStore store, HostReports reports)
{
    /// <summary>True when a window on this host is decided here.</summary>
    public bool Any => reconciler.Decisions.Any;

    /// <summary>
    /// Makes the decisions that are due, and sets them. Nothing is decided while the host is held or observes, or while a change waits to
    /// be confirmed.
    /// </summary>
    public Task DecideAsync(Sight sight, CancellationToken ct) =>
        queue.RunAsync(
            async turn =>
            {
                if (
                    store.Content.Wanted is not { } wanted
                    || reconciler.Pending is not null
                    || reconciler.Hold is not null
                    || reconciler.Settings.Observing is not null
                    || reconciler.Decisions.Due(sight) is not { Count: > 0 } made
                )
                {
                    return;
                }
                await queue.TryAsync(() => SetAsync(turn, wanted, made));
                enforcement.Turned.Set();
            },
            ct
        );

    private async Task SetAsync(Turn turn, StoredBundle wanted, IReadOnlyList<MadeDecision> made)
    {
        foreach (var decision in made)
            reports.Add(new HostEvent(HostEventKind.Decided, wanted.Held.Digest, $"{decision}."));
        var result = await reconciler.DecideAsync(wanted.Content, made, turn.Ct);
        queue.Clear();
        reports.Add(result);
        foreach (var decision in made)
            Withdraw(decision, result, wanted);
    }

    /// <summary>Withdraws a raise that a guardrail of this host refuses everywhere: no connection would ever get it.</summary>
    private void Withdraw(MadeDecision made, Reconciliation result, StoredBundle wanted)
    {
        var refusals = result.Plan.Refusals.Where(refusal => refusal.Want.Scope.ToString() == made.Scope).ToList();
        var wants = result.Plan.Resolution.Wants.Count(want => want.Scope.ToString() == made.Scope);
        if (made.Decision.To < made.Decision.From || refusals.Count == 0 || refusals.Count < wants)
            return;
        var why = $"kept {made.Decision.From}: {refusals[0].Reason}";
        reconciler.Decisions.Restore(made, why);
        reports.Add(new HostEvent(HostEventKind.Decided, wanted.Held.Digest, $"{made.Scope}: {why}"));
    }
}
