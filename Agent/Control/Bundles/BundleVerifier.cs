using System.Text.Json;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Bundles;

/// <summary>Decides whether an envelope's bundle may replace the one that is held. Every refusal has its own reason.</summary>
/// <param name="keys">The keys whose signature counts.</param>
/// <param name="clock">Decides what is expired.</param>
public sealed class BundleVerifier(IReadOnlyList<SigningKey> keys, TimeProvider clock)
{
    /// <summary>The accepted difference between the clocks of server and host.</summary>
    private static readonly TimeSpan Skew = TimeSpan.FromMinutes(5);

    private volatile IReadOnlyList<SigningKey> _keys = keys;

    /// <summary>The keys whose signature counts now.</summary>
    public IReadOnlyList<SigningKey> Keys
    {
        get => _keys;
        set => _keys = value;
    }

    /// <summary>The addressee that a bundle must name, if it names any; <see langword="null"/> accepts every name.</summary>
    public Addressee? For { get; set; }

#if SIGNATURES_BY_BCRYPT
    private static readonly SignatureCheck Fits = Windows.BcryptSignature.Fits;
#else
    private static readonly SignatureCheck Fits = SigningKeys.Fits;
#endif

    /// <summary>Verifies.</summary>
    /// <param name="envelope">As received.</param>
    /// <param name="floor">What was accepted so far.</param>
    public BundleCheck Verify(Envelope envelope, ReplayFloor floor) =>
        EnvelopeVerifier.Verify(envelope, Envelope.BundleType, _keys, Fits) switch
        {
            EnvelopeCheck.Genuine genuine => Judge(genuine.Payload, floor),
            EnvelopeCheck.Rejected { Fault: EnvelopeFault.WrongType } wrong => new BundleCheck.Refused(
                BundleFault.WrongType,
                wrong.Reason,
                null
            ),
            EnvelopeCheck.Rejected { Fault: EnvelopeFault.UnknownKey } unknown => new BundleCheck.Refused(
                BundleFault.Signature,
                $"{unknown.Reason}. When the server's key was replaced while this host was away, 'iwtune enroll --again' enrols again, "
                    + "with a token",
                null
            ),
            EnvelopeCheck.Rejected rejected => new BundleCheck.Refused(BundleFault.Signature, rejected.Reason, null),
            _ => throw new InvalidOperationException("An envelope is genuine or rejected."),
        };

    private BundleCheck Judge(ReadOnlyMemory<byte> payload, ReplayFloor floor)
    {
        if (Parse(payload) is not { } bundle)
            return new BundleCheck.Refused(
                BundleFault.Malformed,
                "the signed bytes are not a bundle that this version understands; update the agent",
                null
            );
        var (digest, held, now) = (BundleDigest.Of(bundle.Content), floor.Highest, clock.GetUtcNow());
        // What only a newer agent understands must not be applied in part, nor end a turn half-way.
        if (bundle.Content.Windows.FirstOrDefault(window => window.Rule() is null) is { } unknown)
            return Refuse(
                BundleFault.Malformed,
                $"it holds the scope '{Printable(unknown.Scope)}', which this version does not know; update the agent"
            );
        if (bundle.Fleet is { } fleet && For is { } here && fleet != here.Fleet)
            return Refuse(
                BundleFault.OtherFleet,
                $"it is for the fleet {Short(fleet)}; this host belongs to the fleet {Short(here.Fleet)}"
            );
        if (bundle.Host is { } host && For is { } self && host != self.Host)
            return Refuse(BundleFault.OtherHost, $"it is for the host {Printable(host)}; this host is {self.Host}");
        if (floor.Named && (bundle.Host is null || bundle.Fleet is null))
            return Refuse(
                BundleFault.NoHost,
                "it names no host and no fleet, and bundles for this host have named both before: it was made by an older server, or is "
                    + "a replay"
            );
        if (held is not null && bundle.Sequence < held.Sequence)
            return Refuse(BundleFault.Older, $"sequence {bundle.Sequence} is older than {held.Sequence}, which this host accepted before");
        if (held is not null && bundle.Sequence == held.Sequence && digest != held.Digest)
            return Refuse(BundleFault.SameSequence, $"sequence {bundle.Sequence} came before with other content");
        if (bundle.Expires <= now)
            return Refuse(BundleFault.Expired, $"it expired at {bundle.Expires:u}; this host's clock says {now:u}");
        if (bundle.Issued > now + Skew)
            return Refuse(
                BundleFault.FromTheFuture,
                $"it was issued at {bundle.Issued:u}, but this host's clock says {now:u}; check the clocks"
            );
        var setBack =
            floor.Clock is { } was && now + Skew < was
                ? $"this host's clock says {now:u} and has said {was:u} before: it was set back"
                : "";
        // A bundle that is newer than every other cannot be an old copy, even when this clock was set back.
        if (setBack.Length > 0 && bundle.Expires <= floor.Clock && !(bundle.Issued > floor.Issued))
            return Refuse(BundleFault.Expired, $"it expired at {bundle.Expires:u}; {setBack}. Correct the clock");
        return new BundleCheck.Accepted(bundle, digest) { SetBack = setBack };

        // The server must not hold back, as unwanted, what only a wrong clock refuses.
        BundleCheck.Refused Refuse(BundleFault fault, string reason)
        {
            var refused = new BundleCheck.Refused(fault, reason, digest);
            return refused.IsOfClock ? refused with { Digest = null } : refused;
        }
    }

    private static string Short(string fleet) => Printable(fleet.Length > 23 ? fleet[..23] + "…" : fleet);

    private static string Printable(string text) => Shared.Policies.Syntax.Findings.Printable(text);

    private static Bundle? Parse(ReadOnlyMemory<byte> payload)
    {
        try
        {
            var bundle = JsonSerializer.Deserialize(payload.Span, AgentJson.Default.Bundle);
            // A deserialised record can lack any part, whatever the annotations promise.
            return
                bundle?.Content is { Windows: not null, Limits: not null } content
                && content.Windows.All(w => w?.Scope is not null)
                && bundle.Trust is null or { IsWhole: true }
                ? bundle
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>The names that a bundle must have for this host to accept it.</summary>
/// <param name="Host">As in <see cref="Identity.HostId"/>.</param>
/// <param name="Fleet">As in <see cref="Shared.Wire.Signing.Trust.Fleet"/>.</param>
public sealed record Addressee(string Host, string Fleet);
