using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Serialization;
using IwTune.Agent.Control.Bundles;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>What makes this host a member of a fleet.</summary>
public sealed record Identity
{
    /// <summary>The server's address.</summary>
    public required Uri Server { get; init; }

    /// <summary>As in <see cref="EnrolReply.HostId"/>.</summary>
    public required string HostId { get; init; }

    /// <summary>As in <see cref="EnrolReply.HostSecret"/>.</summary>
    public required string Secret { get; init; }

    /// <summary>
    /// A secret that this host made and has not used yet; kept before the server hears of it. <see langword="null"/> for none.
    /// </summary>
    public string? NextSecret { get; init; }

    /// <summary>
    /// Secrets that were replaced, the latest first: a server restored from a backup may know one of them and not the one in use.
    /// </summary>
    public IReadOnlyList<string> FormerSecrets { get; init; } = [];

    /// <summary>
    /// The file of this host's key in the state directory; <see langword="null"/> for none. Kept before the server hears of the key.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>
    /// The file of a key that was made for <see cref="NextSecret"/>, where a copy becomes a separate host; <see langword="null"/> for none.
    /// </summary>
    public string? NextKey { get; init; }

    /// <summary>The server's CA certificate, PEM.</summary>
    public required string Authority { get; init; }

    /// <summary>The pin it was checked against.</summary>
    public required string Pin { get; init; }

    /// <summary>
    /// CA certificates beside <see cref="Authority"/> that the server's certificate may come from, PEM: there are some while the CA is
    /// being rotated.
    /// </summary>
    public IReadOnlyList<string> OtherAuthorities { get; init; } = [];

    /// <summary>Keys that bundles are signed with.</summary>
    public required IReadOnlyList<SigningKey> SigningKeys { get; init; }

    /// <summary>As in <see cref="Trust.Fleet"/>; <see langword="null"/> for a host that enrolled before fleets had an id.</summary>
    public string? Fleet { get; init; }

    /// <summary>As in <see cref="CheckInRequest.Trust"/>.</summary>
    public long TrustNumber { get; init; }

    /// <summary>When to check in.</summary>
    public required Schedule Schedule { get; init; }

    /// <summary>Labels the token gave the host.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>When it enrolled.</summary>
    public required DateTimeOffset Enrolled { get; init; }

    /// <summary>
    /// When the wait for an administrator's approval lapses, as the server said at enrolment; <see langword="null"/> where no approval is
    /// needed.
    /// </summary>
    public DateTimeOffset? WaitsUntil { get; init; }

    /// <summary>Value of the Authorization header.</summary>
    [JsonIgnore]
    public string Credential => $"{HostId}.{Secret}";

    /// <summary>
    /// The addressee that bundles for this host name. A fleet is known by the pin of its first CA, with which an older identity was made.
    /// </summary>
    [JsonIgnore]
    public Addressee Addressee => new(HostId, Fleet ?? Pin);

    /// <summary>Trusts exactly what was announced.</summary>
    /// <exception cref="CryptographicException">A CA certificate cannot be read; nothing was changed.</exception>
    public Identity With(Trust trust)
    {
        using var first = X509Certificate2.CreateFromPem(trust.Authorities[0]);
        foreach (var other in trust.Authorities.Skip(1))
            X509Certificate2.CreateFromPem(other).Dispose();
        return this with
        {
            Authority = trust.Authorities[0],
            OtherAuthorities = [.. trust.Authorities.Skip(1)],
            Pin = $"{Control.CaPin.Of(first)}",
            SigningKeys = trust.SigningKeys,
            Fleet = trust.Fleet,
            TrustNumber = trust.Number,
        };
    }
}
