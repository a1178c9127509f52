using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>
/// A stored key of the fleet; the private half is in a file of the data directory, and sealed in a shared store.
/// </summary>
internal sealed class KeyRow
{
    private const string TokenSuffix = ".token";

    /// <summary>Digits of the id in the name of a file.</summary>
    public const int IdDigits = 12;

    /// <summary>SHA-256 of the public key info, lower-case hex.</summary>
    public string Id { get; init; } = "";

    public string Kind { get; init; } = "";

    /// <summary>Name of the file with the private half, or with its name in a token.</summary>
    public string File { get; init; } = "";

    /// <summary>Public key info, base64, of a signing key; certificate, PEM, of a CA.</summary>
    public string Content { get; init; } = "";

    /// <summary>Number of the announcement from which hosts know it; 0 for what a host knows from its enrolment alone.</summary>
    public long Since { get; init; }

    public long MadeAt { get; init; }
    public string MadeBy { get; init; } = "";
    public long? RevokedAt { get; init; }
    public long? RetiredAt { get; init; }
    public string Reason { get; init; } = "";

    public bool IsSigning => Kind == nameof(KeyKind.Signing);

    public bool IsAuthority => Kind == nameof(KeyKind.Authority);

    /// <summary>
    /// Whether hosts must trust it. A revoked signing key still signs for hosts that know no other, so that they learn the others.
    /// </summary>
    public bool IsTrusted => RevokedAt is null && RetiredAt is null;

    /// <summary>As people name it: a CA by its pin.</summary>
    public string Shown => IsAuthority ? $"CA sha256:{Id[..12]}…" : $"signing key {Id[..12]}…";

    public KeyPlace Place => File.EndsWith(TokenSuffix, StringComparison.Ordinal) ? KeyPlace.Token : KeyPlace.File;

    /// <summary>
    /// Where the private half of a new key, or its name in a token, goes. The first of each kind has a name of its own, from before keys
    /// could be replaced.
    /// </summary>
    public static string FileOf(KeyKind kind, string id, KeyPlace place) =>
        $"{(kind == KeyKind.Signing ? "signing" : "ca")}-{id[..IdDigits]}{(place == KeyPlace.Token ? TokenSuffix : ".key")}";
}
