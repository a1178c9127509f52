using IwTune.Server.Features.Hosts;
using IwTune.Shared.Formatting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// Conditions of a reported state before it is stored: complete, and no larger than a host needs. Otherwise a host could fill the server's
/// memory.
/// </summary>
internal static class StateRules
{
    private const int MaxTargets = 50_000,
        MaxScopes = 1_000,
        MaxName = 500,
        MaxWord = 100,
        MaxText = 4_000,
        MaxTexts = 4 << 20;

    /// <summary>The rule that is broken; <see langword="null"/> when none is.</summary>
    public static string? Broken(HostState state)
    {
        if (
            state.StateHash is null or { Length: > MaxName }
            || state.Reason is null or { Length: > MaxText }
            || state.Targets is null
            || state.Unmatched is null
        )
            return Invariant.Text(
                $"state.stateHash, reason, targets and unmatched are needed; stateHash is at most {MaxName} characters, reason {MaxText}"
            );
        if (state.NoContainers is { Length: > MaxText })
            return Invariant.Text($"state.noContainers is at most {MaxText} characters");
        if (
            state.Policy is { Length: > MaxName }
            || state.Observing is { Length: > MaxName }
            || state.Held is { Digest: null or { Length: > MaxName } }
        )
            return Invariant.Text($"state.policy, observing and held.digest are at most {MaxName} characters");
        if (state.Hold is { By: null or { Length: > MaxName } } or { Reason: null or { Length: > MaxText } })
            return Invariant.Text($"state.hold: by and reason are needed, at most {MaxName} and {MaxText} characters");
        if (state.Unmatched.Count > MaxScopes || state.Unmatched.Any(reason => reason is null or { Length: > MaxText }))
            return Invariant.Text($"state.unmatched: at most {MaxScopes} reasons of at most {MaxText} characters, none of them null");
        if (state.Decided is { } decided && (decided.Count > MaxScopes || decided.Any(IsBroken)))
            return Invariant.Text(
                $"state.decided: at most {MaxScopes}, each with scope, word, last and note of at most {MaxText} characters"
            );
        return
            Times.Unlikely([
                state.Repaired,
                state.Hold?.Since,
                state.Hold?.Until,
                .. state.Decided?.SelectMany(one => new[] { one.Changed, one.LastAt }) ?? [],
            ])
                is { } time
            ? $"state: {time}"
            : OfTargets(state);
    }

    private static string? OfTargets(HostState state)
    {
        if (state.Targets.Count > MaxTargets)
            return Invariant.Text($"state.targets: {state.Targets.Count} are too many; at most {MaxTargets}");
        if (state.Targets.Any(IsBroken))
            return Invariant.Text(
                $"state.targets: id, owner, strategy, configured and reason of every target are needed; at most {MaxName} characters of "
                    + $"id, scope and interface, {MaxWord} of strategy, {MaxText} of reason"
            );
        if (state.Targets.Sum(target => (long)target.Reason.Length + target.Owner.Length) > MaxTexts)
            return Invariant.Text($"state.targets: owners and reasons have more than {MaxTexts} characters together");
        return RouteOwners.Of(state) is { Count: > FactReading.MostValues }
            ? Invariant.Text($"state.targets: the default routes have more than {FactReading.MostValues} different owners")
            : null;
    }

    private static bool IsBroken(TargetState target) =>
        target
            is not {
                Id.Length: <= MaxName,
                Owner.Length: <= MaxName,
                Strategy.Length: <= MaxWord,
                Configured: not null,
                Reason.Length: <= MaxText,
                Scope: null or { Length: <= MaxName },
                Interface: null or { Length: <= MaxName },
            };

    private static bool IsBroken(DecidedScope decided) =>
        decided is not { Scope.Length: <= MaxName, Word.Length: <= MaxWord, Last.Length: <= MaxText, Note.Length: <= MaxText };
}
