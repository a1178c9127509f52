using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Bundles;

/// <summary>The floor that a bundle must not be below to be accepted. It only rises.</summary>
/// <param name="Highest">The highest bundle ever accepted; <see langword="null"/> before the first.</param>
/// <param name="Issued">
/// When that was signed, by the server's clock; <see langword="null"/> when it was accepted before agents stored this.
/// </param>
/// <param name="Named">A bundle that named its host was accepted: one that names none is refused from then on.</param>
/// <param name="Clock">The latest time that this host's clock is known to have shown.</param>
public sealed record ReplayFloor(HeldBundle? Highest, DateTimeOffset? Issued = null, bool Named = false, DateTimeOffset? Clock = null)
{
    /// <summary>Nothing was ever accepted.</summary>
    public static ReplayFloor None { get; } = new((HeldBundle?)null);

    /// <summary>
    /// The floor after a bundle was accepted. The clock counts from here: a bundle that is newer than every other shows that the clock was
    /// corrected.
    /// </summary>
    public ReplayFloor Raised(BundleCheck.Accepted good, DateTimeOffset now) =>
        new(
            good.Held,
            Issued is { } earlier && earlier > good.Bundle.Issued ? earlier : good.Bundle.Issued,
            Named || good.Bundle.Host is not null,
            Clock is { } was && was > now && !(good.Bundle.Issued > Issued) ? was : now
        );
}
