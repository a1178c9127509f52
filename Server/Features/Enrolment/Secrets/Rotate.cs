using System.Security.Cryptography;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Secrets;

/// <summary>The host sends the hash of a secret it made. A repeated call changes nothing.</summary>
internal static class Rotate
{
    private const int HashBytes = SHA256.HashSizeInBytes;

    public static async Task<IResult> HandleAsync(
        HttpContext context,
        RotateRequest request,
        Database database,
        HostDirectory hosts,
        TimeProvider clock
    )
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return refusal;
        if (!IsHash(request.SecretHash))
            return RefusalAnswer.Invalid(
                "The secret was not replaced.",
                "secretHash: 64 lower-case hex digits, the SHA-256 of the new secret"
            );
        if (host.Shared is { KeptRun.Length: > 0 } shared && shared.KeptRun != HostGate.RunOf(context))
            return RefusalAnswer.Membership(
                StatusCodes.Status409Conflict,
                "The secret was not replaced.",
                $"{shared.Reason} Until an administrator decides, only the older machine may replace it.",
                new(MembershipState.Quarantined, Clock.At(shared.Found))
            );
        if (HostGate.Find(context, hosts).Age == SecretAge.Next)
            await Rotation.PromoteAsync(database, clock, host);
        var asked = Convert.FromHexString(request.SecretHash);
        if (!asked.AsSpan().SequenceEqual(host.Credential.Current))
            await Rotation.StoreNextAsync(database, host, request.SecretHash);
        return TypedResults.NoContent();
    }

    public static bool IsHash(string? text) => text is { Length: HashBytes * 2 } && text.All(char.IsAsciiHexDigitLower);
}
