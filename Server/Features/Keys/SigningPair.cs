using System.Security.Cryptography;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Keys;

/// <summary>A key that bundles are signed with.</summary>
/// <param name="Private">Both halves.</param>
/// <param name="Public">The public half.</param>
/// <param name="Since">As in <see cref="KeyRow.Since"/>.</param>
/// <param name="Revoked">Hosts must not trust it any more; it signs only for hosts that have not received the revocation.</param>
internal sealed record SigningPair(ECDsa Private, SigningKey Public, long Since, bool Revoked);
