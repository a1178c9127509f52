using System.Net;
using System.Runtime.InteropServices;

namespace IwTune.Agent.Ports;

/// <summary>
/// Gives connections that begin from now on different initial windows by the port of their peer, so that the arms of an experiment run at
/// the same time on one host. Existing connections keep their window. Nothing of it is meant to outlive the process that installed it.
/// </summary>
public interface IStripes
{
    /// <summary>What prevents it, which targets would be concerned, and what of an installed layout is missing.</summary>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<StripesReading> ReadAsync(StripeLayout layout, CancellationToken ct);

    /// <summary>
    /// Installs the layout, whatever an earlier layout left. From then on the tuner's following keeps it equal to the owners' targets.
    /// </summary>
    /// <returns>The outcome; when it is not <see cref="Outcome.Applied"/>, nothing of the layout is left.</returns>
    /// <exception cref="TunerUnavailableException">The system cannot be read.</exception>
    ValueTask<Outcome> LayAsync(StripeLayout layout, CancellationToken ct);

    /// <summary>Removes every trace, also those of another process.</summary>
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

/// <summary>The state of stripes on this host.</summary>
/// <param name="Hindrances">Why they cannot be installed, as sentences; empty when they can.</param>
/// <param name="Targets">The targets concerned, with the initcwnd each gives by itself.</param>
/// <param name="Missing">What of the layout is missing, in words; empty when nothing is.</param>
public sealed record StripesReading(
    IReadOnlyList<string> Hindrances,
    IReadOnlyDictionary<string, int?> Targets,
    IReadOnlyList<string> Missing
);
