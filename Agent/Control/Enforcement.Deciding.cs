using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Ports;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>What this host decides itself, within the bounds of what is wanted.</summary>
public sealed partial class Enforcement
{
    /// <summary>Why nothing is raised now, as a sentence; empty when something may be.</summary>
    public Func<string> WhyNothingIsRaised { get; set; } = () => "";

    /// <summary>What this host decides itself, as it is now; <see langword="null"/> when it decides nothing.</summary>
    public IReadOnlyList<DecidedScope>? Decided => _reconciler.Decisions.Any ? _reconciler.Decisions.Told(WhyNothingIsRaised()) : null;

    /// <summary>Decides what it is time for, and sets it. Nothing is decided while the host is held or a change waits to be confirmed.</summary>
    public Task DecideAsync(Sight sight, CancellationToken ct) => AloneAsync(
        async () =>
        {
            if (_store.Content.Wanted is not { } wanted || _reconciler.Pending is not null || _reconciler.Hold is not null || _reconciler.Settings().Observing is not null)
                return;
            if (_reconciler.Decisions.Due(sight) is not { Count: > 0 } made)
                return;
            try
            {
                foreach (var decision in made)
                    Tell(new HostEvent(HostEventKind.Decided, wanted.Held.Digest, $"{decision}."));
                var result = await _reconciler.DecideAsync(wanted.Content, made, ct);
                Trouble = "";
                Tell(result);
                foreach (var decision in made)
                    TakeBack(decision, result, wanted);
            }
            catch (TunerUnavailableException e)
            {
                Complain(e.Message);
            }
            Turned.Set();
        },
        ct);

    /// <summary>A raise that a guardrail of this host refuses everywhere was none: connections would never come to have it.</summary>
    private void TakeBack(MadeDecision made, Reconciliation result, StoredBundle wanted)
    {
        var refusals = result.Plan.Refusals.Where(refusal => refusal.Want.Scope.ToString() == made.Scope).ToList();
        if (made.Decision.To < made.Decision.From || refusals.Count == 0 || refusals.Count < result.Plan.Resolution.Wants.Count(want => want.Scope.ToString() == made.Scope))
            return;
        var why = $"kept {made.Decision.From}: {refusals[0].Reason}";
        _reconciler.Decisions.Restore(made, why);
        Tell(new HostEvent(HostEventKind.Decided, wanted.Held.Digest, $"{made.Scope}: {why}"));
    }
}
