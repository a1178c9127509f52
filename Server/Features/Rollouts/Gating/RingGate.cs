using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>
/// Judges a ring: may the rollout continue? Pure, and may be evaluated at any time, any number of times: a failure during the bake is an
/// early alarm, and no input turns repeated evaluation into evidence.
/// </summary>
public static class RingGate
{
    /// <summary>
    /// Fail as soon as one input fails; Pass when every input passes or does not apply; else Inconclusive, which is a hold.
    /// </summary>
    public static RolloutGate Judge(GateCase given)
    {
        List<GateInput> inputs =
        [
            .. HostInputs.Of(given),
            .. given.Earlier is { } earlier ? AfterGateInputs.Of(given.Rules, earlier) : [],
            .. OutcomeInputs.Of(given),
        ];
        var verdict =
            inputs.Exists(input => input.Verdict == GateVerdict.Fail) ? GateVerdict.Fail
            : inputs.Exists(input => input.Verdict == GateVerdict.Inconclusive) ? GateVerdict.Inconclusive
            : GateVerdict.Pass;
        return new RolloutGate(verdict, Sentence(verdict, inputs), given.At, inputs);
    }

    /// <summary>What a gate that is behind the rollout says once too many hosts fail while the next ring waits for its start.</summary>
    /// <param name="gate">As it was; <see langword="null"/> when a person promoted the ring before it was judged.</param>
    /// <param name="rules">How the rollout goes.</param>
    /// <param name="hosts">Of its ring and those before.</param>
    /// <param name="at">Now.</param>
    /// <returns><see langword="null"/> while it stands.</returns>
    public static RolloutGate? Reversed(RolloutGate? gate, RolloutRules rules, HostsAfterGate hosts, DateTimeOffset at)
    {
        List<GateInput> inputs = [.. AfterGateInputs.Of(rules, hosts)];
        if (!inputs.Exists(input => input.Verdict == GateVerdict.Fail))
            return null;
        var names = inputs.ConvertAll(input => input.Name);
        return new(
            GateVerdict.Fail,
            Sentence(GateVerdict.Fail, inputs),
            at,
            [.. (gate?.Inputs ?? []).Where(input => !names.Contains(input.Name)), .. inputs]
        );
    }

    private static string Sentence(GateVerdict verdict, List<GateInput> inputs)
    {
        var decides = inputs.FindAll(input => input.Verdict == verdict);
        if (verdict != GateVerdict.Pass)
            return $"{decides[0].Name}: {decides[0].Sentence}{(decides.Count == 1 ? "" : $" (and {decides.Count - 1} more)")}";
        var silent = inputs.FindAll(input => input.Verdict == GateVerdict.NotApplicable);
        if (silent.Count == 0)
            return $"all {inputs.Count} inputs pass";
        var why = string.Join(
            "; ",
            silent.GroupBy(input => input.Sentence, StringComparer.Ordinal).Select(same => $"{Words.Names(same)}: {same.Key}")
        );
        return $"{decides.Count} inputs pass; not judged: {why}";
    }
}
