using System.Net;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Ports;

/// <summary>
/// Gives connections that begin from now on different initial windows by the port of their peer, so that the arms of an experiment stand
/// side by side on one host. What is there already keeps its window, and nothing of it outlives the process that laid it by intent.
/// </summary>
public interface IStripes
{
    /// <summary>What stands in the way, which targets would be concerned, and what of a layout that was laid is missing.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<StripesReading> ReadAsync(StripeLayout layout, CancellationToken ct);

    /// <summary>
    /// Makes it so, whatever of an earlier layout is there. From then on the tuner's following keeps it true to the owners' targets.
    /// </summary>
    /// <returns>What became of it; when it was not <see cref="Outcome.Applied"/>, nothing of it is left.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<Outcome> LayAsync(StripeLayout layout, CancellationToken ct);

    /// <summary>Takes every trace away, also those of another process.</summary>
    /// <returns>What was removed, in words; empty when there was nothing.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read, or refuses.</exception>
    ValueTask<IReadOnlyList<string>> ClearAsync(CancellationToken ct);
}

/// <summary>Which ports of peers get which window.</summary>
/// <param name="Destination">
/// The destination whose targets are concerned; <see langword="null"/> for the default ones of both families.
/// </param>
/// <param name="LocalPort">Only connections with this port on this end; <see langword="null"/> for all.</param>
/// <param name="Stripes">Not overlapping; a port in none of them is left alone.</param>
/// <param name="Windows">The initcwnd of each arm, segments; <see langword="null"/> for what the target gives.</param>
public sealed record StripeLayout(IPNetwork? Destination, int? LocalPort, IReadOnlyList<Stripe> Stripes, IReadOnlyList<int?> Windows);

/// <summary>A run of ports that belongs to one arm.</summary>
/// <param name="First">The first port.</param>
/// <param name="Last">The last port; at most 65534, which is the largest end the kernel takes.</param>
/// <param name="Arm">Counts from 0.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct Stripe(int First, int Last, int Arm);

/// <summary>How stripes stand on this host.</summary>
/// <param name="Hindrances">Why they cannot be laid, as sentences; empty when they can.</param>
/// <param name="Targets">The targets concerned, with the initcwnd each gives by itself.</param>
/// <param name="Missing">What of the layout is not there, in words; empty when all of it is.</param>
public sealed record StripesReading(
    IReadOnlyList<string> Hindrances,
    IReadOnlyDictionary<string, int?> Targets,
    IReadOnlyList<string> Missing
);
