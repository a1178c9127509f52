using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Insight;

/// <summary>What the first flight can be between the fleet's own hosts: each group as sender to each group as receiver.</summary>
/// <param name="By">The label whose values are the groups.</param>
/// <param name="Groups">Those with most hosts, by name.</param>
/// <param name="Pairs">One for each ordered pair of groups with enough reports.</param>
/// <param name="Unlabelled">Hosts without the label.</param>
/// <param name="GroupsLeft">Groups that are not listed because there are more than twenty.</param>
public sealed record FleetPairs(string By, IReadOnlyList<PairGroup> Groups, IReadOnlyList<HostPair> Pairs, int Unlabelled, int GroupsLeft);

/// <summary>Hosts with the same value of a label.</summary>
public sealed record PairGroup
{
    /// <summary>The label's value.</summary>
    public required string Name { get; init; }

    /// <summary>How many hosts it has.</summary>
    public required int Hosts { get; init; }

    /// <summary>
    /// Smallest initcwnd on their default routes or templates, segments; <see langword="null"/> when none has reported one.
    /// </summary>
    public int? LeastCwnd { get; init; }

    /// <summary>The largest one.</summary>
    public int? MostCwnd { get; init; }

    /// <summary>
    /// Smallest receive window they announce first, bytes, by their kernels' rule; <see langword="null"/> when no host reports the inputs
    /// of the rule.
    /// </summary>
    public long? LeastReceive { get; init; }

    /// <summary>The largest one.</summary>
    public long? MostReceive { get; init; }

    /// <summary>Hosts whose first receive window is not known: Windows does not expose it.</summary>
    public int ReceiveUnknown { get; init; }
}

/// <summary>A group as sender and a group as receiver.</summary>
/// <param name="From">The sender's <see cref="PairGroup.Name"/>.</param>
/// <param name="To">The receiver's.</param>
/// <param name="Least">The smallest first flight of any two of their hosts, segments of 1448 bytes.</param>
/// <param name="Most">The largest one.</param>
/// <param name="Binding">
/// <see cref="BindingTerm.PeerWindow"/> when some receiver announces less than some sender would send, else
/// <see cref="BindingTerm.InitCwnd"/>.
/// </param>
/// <param name="FloorMicroseconds">
/// The least round trip that light allows between them, microseconds; <see langword="null"/> without labels <c>lat</c> and <c>lon</c>.
/// </param>
public sealed record HostPair(string From, string To, int Least, int Most, BindingTerm Binding, long? FloorMicroseconds);
