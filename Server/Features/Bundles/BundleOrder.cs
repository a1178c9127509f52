using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>What a bundle is made of.</summary>
/// <param name="Host">Id of the host that gets it.</param>
/// <param name="Content">What the host is required to do.</param>
/// <param name="Digest">The content's.</param>
/// <param name="Sequence">Number of the publication.</param>
/// <param name="Acknowledged">As in <see cref="CheckInRequest.Trust"/>.</param>
internal sealed record BundleOrder(string Host, BundleContent Content, string Digest, long Sequence, long? Acknowledged);
