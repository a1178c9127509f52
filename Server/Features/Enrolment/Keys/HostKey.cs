using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Enrolment.Keys;

/// <summary>The public half of a key that a host made.</summary>
/// <param name="PublicKey">SubjectPublicKeyInfo of a P-256 key, base64.</param>
/// <param name="Kind">As in <see cref="HostKeyOffer.Kind"/>.</param>
/// <param name="At">When it was registered, unix milliseconds.</param>
public sealed record HostKey(string PublicKey, string Kind, long At)
{
    // The info of a P-256 key has 91 bytes.
    private const int MostText = 200;

    /// <summary>Checks an offer.</summary>
    /// <returns>The key and no problem; no key and no problem when none was offered.</returns>
    public static (HostKey? Key, string Problem) Read(HostKeyOffer? offer, string purpose, string subject, long now)
    {
        if (offer is null)
            return (null, "");
        if (offer is not { PublicKey.Length: > 0 and <= MostText, Proof: not null } || !HostKeys.Kinds.Contains(offer.Kind))
            return (
                null,
                $"key: a P-256 public key (SubjectPublicKeyInfo, base64), its kind ({string.Join(" or ", HostKeys.Kinds)}) and its proof"
            );
        var key = new HostKey(offer.PublicKey, offer.Kind, now);
        return key.Fits(HostKeys.Offer(purpose, subject, offer.PublicKey), offer.Proof)
            ? (key, "")
            : (null, "key.proof: not a signature over this registration by the private key of key.publicKey");
    }

    /// <summary>As a row has it.</summary>
    public static HostKey? Stored(string publicKey, string kind, long? at) => publicKey.Length == 0 ? null : new(publicKey, kind, at ?? 0);

    /// <summary>For the history, as a sentence.</summary>
    public static string Told(HostKey? key) =>
        key is null ? "It has no host key." : $"Its host key is in {(key.Kind == HostKeys.Tpm ? "a TPM" : "a file")}.";

    /// <summary>Whether the private key of this one made the signature.</summary>
    /// <param name="signed">What was signed.</param>
    /// <param name="signature">Base64 of r‖s.</param>
    public bool Fits(byte[] signed, string signature)
    {
        var bytes = new byte[HostKeys.SignatureBytes];
        return Convert.TryFromBase64String(signature, bytes, out var length)
            && length == bytes.Length
            && SigningKeys.Fits(new("", PublicKey), signed, bytes);
    }

    /// <summary>The refusal of a host without a key where the server wants one (<c>--require-host-keys</c>).</summary>
    public static JsonHttpResult<FleetProblem> Needed() =>
        RefusalAnswer.Invalid(
            "This server enrols only hosts with a host key.",
            "The agent sent no host key: it is too old, or could not create one. Update the agent, or run the server without "
                + "--require-host-keys."
        );
}
