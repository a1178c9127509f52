using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Bundles;

/// <summary>What a bundle must not fall behind to be accepted. Only rises.</summary>
/// <param name="Highest">The highest bundle ever accepted; <see langword="null"/> before the first.</param>
/// <param name="Issued">
/// When that was signed, by the server's clock; <see langword="null"/> when it was accepted before this was kept.
/// </param>
/// <param name="Named">A bundle that named its host was accepted: one that names none is refused from then on.</param>
/// <param name="Clock">The latest time that this host's clock is known to have shown.</param>
public sealed record ReplayFloor(HeldBundle? Highest, DateTimeOffset? Issued = null, bool Named = false, DateTimeOffset? Clock = null)
{
    /// <summary>Nothing was ever accepted.</summary>
    public static ReplayFloor None { get; } = new((HeldBundle?)null);

    /// <summary>
    /// After a bundle was accepted. The clock counts from here: a bundle that is newer than every other shows that it was corrected.
    /// </summary>
    public ReplayFloor Raised(BundleCheck.Accepted good, DateTimeOffset now) =>
        new(
            good.Held,
            Issued is { } earlier && earlier > good.Bundle.Issued ? earlier : good.Bundle.Issued,
            Named || good.Bundle.Host is not null,
            Clock is { } was && was > now && !(good.Bundle.Issued > Issued) ? was : now
        );
}
