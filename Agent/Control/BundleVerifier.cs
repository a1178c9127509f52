using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>Decides whether an envelope's bundle may replace the one that is held. Every refusal has its own reason.</summary>
/// <param name="keys">The keys whose signature counts.</param>
/// <param name="clock">Decides what is expired.</param>
public sealed class BundleVerifier(IReadOnlyList<SigningKey> keys, TimeProvider clock)
{
    /// <summary>Clocks of server and host may differ by so much.</summary>
    private static readonly TimeSpan Skew = TimeSpan.FromMinutes(5);

#if SIGNATURES_BY_BCRYPT
    private static readonly SignatureCheck Fits = Windows.BcryptSignature.Fits;
#else
    private static readonly SignatureCheck Fits = SigningKeys.Fits;
#endif

    /// <summary>Verifies.</summary>
    /// <param name="envelope">As received.</param>
    /// <param name="held">The highest bundle accepted so far; <see langword="null"/> when there was none.</param>
    public BundleCheck Verify(Envelope envelope, HeldBundle? held) =>
        EnvelopeVerifier.Verify(envelope, Envelope.BundleType, keys, Fits) switch
        {
            EnvelopeCheck.Genuine genuine => Judge(genuine.Payload, held),
            EnvelopeCheck.Rejected { Fault: EnvelopeFault.WrongType } wrong => new BundleCheck.Refused(BundleFault.WrongType, wrong.Reason, null),
            EnvelopeCheck.Rejected rejected => new BundleCheck.Refused(BundleFault.Signature, rejected.Reason, null),
            _ => throw new InvalidOperationException("An envelope is genuine or rejected."),
        };

    private BundleCheck Judge(ReadOnlyMemory<byte> payload, HeldBundle? held)
    {
        if (Parse(payload) is not { } bundle)
            return new BundleCheck.Refused(BundleFault.Malformed, "the signed bytes are not a bundle that this version understands; update the agent", null);
        var digest = BundleDigest.Of(bundle.Content);
        var now = clock.GetUtcNow();
        if (held is not null && bundle.Sequence < held.Sequence)
            return Refuse(BundleFault.Older, $"sequence {bundle.Sequence} is older than {held.Sequence}, which this host accepted before");
        if (held is not null && bundle.Sequence == held.Sequence && digest != held.Digest)
            return Refuse(BundleFault.SameSequence, $"sequence {bundle.Sequence} came before with other content");
        if (bundle.Expires <= now)
            return Refuse(BundleFault.Expired, $"it expired at {bundle.Expires:u}; this host's clock says {now:u}");
        if (bundle.Issued > now + Skew)
            return Refuse(BundleFault.FromTheFuture, $"it was issued at {bundle.Issued:u}, but this host's clock says {now:u}; check the clocks");
        return new BundleCheck.Accepted(bundle, digest);

        BundleCheck.Refused Refuse(BundleFault fault, string reason) => new(fault, reason, digest);
    }

    private static Bundle? Parse(ReadOnlyMemory<byte> payload)
    {
        try
        {
            var bundle = JsonSerializer.Deserialize(payload.Span, WireJson.Default.Bundle);
            // A deserialised record can lack any part, whatever the annotations promise.
            return bundle?.Content is { Windows: not null, Limits: not null } content && content.Windows.All(w => w?.Scope is not null) ? bundle : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
