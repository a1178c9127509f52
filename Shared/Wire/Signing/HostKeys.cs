using System.Security.Cryptography;
using System.Text;

namespace IwTune.Shared.Wire.Signing;

/// <summary>A host registers a key pair that it made. The private key never leaves the host.</summary>
/// <param name="PublicKey">SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) of a P-256 key, base64.</param>
/// <param name="Kind">Where the private key is: one of <see cref="HostKeys.Kinds"/>.</param>
/// <param name="Proof">Signature by the private key over <see cref="HostKeys.Offer"/>, base64 of r‖s.</param>
public sealed record HostKeyOffer(string PublicKey, string Kind, string Proof);

/// <summary>The texts that a host signs with its key, written once for both sides.</summary>
public static class HostKeys
{
    /// <summary>In a file of the agent's state directory.</summary>
    public const string File = "file";

    /// <summary>In a TPM 2.0.</summary>
    public const string Tpm = "tpm";

    /// <summary>Shown of a host that has registered no key.</summary>
    public const string None = "none";

    /// <summary>
    /// The purposes of an offer: at the enrolment, of a copy that becomes a host of its own, and of a member that has no key yet.
    /// </summary>
    public const string Enrol = "enroll",
        Adopt = "adopt",
        Register = "register";

    /// <summary>
    /// The purpose of a signature by the key of the membership that a host had before (<see cref="EnrolRequest.FormerProof"/>).
    /// </summary>
    public const string Former = "former";

    /// <summary>Length of a signature r‖s over P-256, bytes.</summary>
    public const int SignatureBytes = 64;

    /// <summary>The values of <see cref="HostKeyOffer.Kind"/>.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [File, Tpm];

    /// <summary>Where a private key is, for people.</summary>
    public static string Shown(string kind) => kind == Tpm ? "TPM" : kind;

    /// <summary>What the private key signs when its public key is registered.</summary>
    /// <param name="purpose">Why; a proof for one purpose is none for another.</param>
    /// <param name="subject">What the key is bound to: the enrolment token, or the id of the host.</param>
    /// <param name="publicKey">The public key that is registered, as in <see cref="HostKeyOffer.PublicKey"/>.</param>
    public static byte[] Offer(string purpose, string subject, string publicKey) =>
        Encoding.UTF8.GetBytes($"IwTune host key 1\n{purpose}\n{subject}\n{publicKey}\n");

    /// <summary>What the private key signs with each call (compare RFC 9421 §2.5 and RFC 9449 §4.2).</summary>
    /// <param name="method">The HTTP method.</param>
    /// <param name="target">Path and query, as sent.</param>
    /// <param name="hostId">The id of the host.</param>
    /// <param name="proof">The rest; its signature does not matter.</param>
    public static byte[] Call(string method, string target, string hostId, HostProof proof) =>
        Encoding.UTF8.GetBytes($"IwTune host proof 1\n{method}\n{target}\n{hostId}\n{proof.Nonce}\n{proof.Number}\n{proof.Body}\n");

    /// <summary>As in <see cref="HostProof.Body"/>.</summary>
    public static string Digest(ReadOnlySpan<byte> body) => Convert.ToBase64String(SHA256.HashData(body));
}
