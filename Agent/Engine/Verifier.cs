using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>Looks again: by the method that was used to write, and by a fresh connection.</summary>
public sealed class Verifier(ITuner tuner, IProbe probe, TimeProvider time)
{
    /// <summary>Reads every expected target back, then measures those that are there.</summary>
    /// <param name="expected">Target id → its expected window.</param>
    /// <param name="digest">Digest of the bundle's content; empty when there is none.</param>
    /// <param name="ct">Stops the measurements; the read-back comes first.</param>
    public async ValueTask<Verification> VerifyAsync(IReadOnlyDictionary<string, Expected> expected, string digest, CancellationToken ct)
    {
        var snapshot = await tuner.ReadAsync(ct);
        var evidence = new List<Evidence>(2 * expected.Count);
        var mismatches = new List<string>();
        var found = new List<Target>(expected.Count);
        foreach (var target in snapshot.Targets)
        {
            if (!expected.TryGetValue(target.Id, out var one))
                continue;
            found.Add(target);
            var note = one.Meets(target.Current) ? "" : $"{target.Id} reads back as '{target.Current}', not '{one.Window}'.";
            if (note.Length > 0)
                mismatches.Add(note);
            evidence.Add(ReadBack(target, note, digest));
        }
        if (found.Count < expected.Count)
            mismatches.AddRange(Gone(expected, found));
        await foreach (var measured in probe.ProbeAllAsync(found, digest, ct))
            evidence.Add(measured);
        return new Verification(snapshot, evidence, mismatches);
    }

    /// <summary>A container that ended meanwhile has no connection left with a wrong window.</summary>
    private static IEnumerable<string> Gone(IReadOnlyDictionary<string, Expected> expected, List<Target> found)
    {
        var there = found.Select(target => target.Id).ToHashSet(StringComparer.Ordinal);
        return expected
            .Where(one => !there.Contains(one.Key) && !one.Value.OrUnset && !ContainerFacts.IsTarget(one.Key))
            .Select(one => $"{one.Key} is gone.");
    }

    private Evidence ReadBack(Target target, string note, string digest) =>
        new()
        {
            TargetId = target.Id,
            Method = EvidenceMethod.ReadBack,
            At = time.GetUtcNow(),
            Conclusive = true,
            ConfiguredCwnd = target.Current.InitCwnd,
            BundleDigest = digest,
            Note = note,
        };
}
