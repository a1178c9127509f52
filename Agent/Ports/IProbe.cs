using System.Runtime.CompilerServices;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Ports;

/// <summary>Evidence by another method than the one used to write.</summary>
public interface IProbe
{
    /// <summary>Measures the effective window of a fresh connection over this target.</summary>
    /// <returns>
    /// Evidence; <see cref="Evidence.Conclusive"/> is false, with a note, when no peer is known behind the target or none answered.
    /// </returns>
    ValueTask<Evidence> ProbeAsync(Target target, CancellationToken ct);

    /// <summary>
    /// Measures several targets as <see cref="ProbeAsync"/> measures one; at the same time where a peer may keep it waiting.
    /// </summary>
    /// <param name="targets">The targets.</param>
    /// <param name="digest">Digest of the bundle they are measured under; empty when there is none.</param>
    /// <param name="ct">Stops the measurements.</param>
    async IAsyncEnumerable<Evidence> ProbeAllAsync(
        IReadOnlyList<Target> targets,
        string digest,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        foreach (var target in targets)
            yield return await ProbeAsync(target, ct) with
            {
                BundleDigest = digest,
            };
    }
}
