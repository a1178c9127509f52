using System.Text.Json.Serialization;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>What a signature is checked against.</summary>
/// <param name="PublicKey">COSE.</param>
/// <param name="SignCount">Of the last signature; a lower one later is a copy's.</param>
/// <param name="Transports">How the browser reaches it.</param>
/// <param name="Verified">It knew its person by PIN or body.</param>
/// <param name="MayBeCopied">It may be kept with the person's other devices.</param>
/// <param name="Copied">It is.</param>
internal sealed record PasskeyData(
    byte[] PublicKey,
    uint SignCount,
    IReadOnlyList<string> Transports,
    bool Verified,
    bool MayBeCopied,
    bool Copied
);

[JsonSerializable(typeof(PasskeyData))]
[JsonSerializable(typeof(PasskeyPending.Pending))]
internal sealed partial class PasskeyJson : JsonSerializerContext;
