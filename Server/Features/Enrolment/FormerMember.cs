using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Features.Enrolment;

/// <summary>
/// The member that a host was before it enrols again, when it still has that member's secret, and its key where it has one.
/// </summary>
internal static class FormerMember
{
    /// <param name="hosts">The members.</param>
    /// <param name="request">What the host sends.</param>
    /// <returns><see langword="null"/> when it names no member, does not fit it, or is a secret that two machines have.</returns>
    public static FleetHost? Of(HostDirectory hosts, EnrolRequest request)
    {
        if (request.Former?.Split('.', 2) is not [var id, var secret])
            return null;
        return
            hosts.Find(id) is { RekeyReason: "", Shared: null } host
            && host.Credential.Of(secret) is SecretAge.Current or SecretAge.Next
            && HasKey(host, request)
            ? host
            : null;
    }

    private static bool HasKey(FleetHost host, EnrolRequest request) =>
        host.Credential.Key is not { } key
        || key.Fits(HostKeys.Offer(HostKeys.Former, request.Token, request.Key?.PublicKey ?? ""), request.FormerProof ?? "");
}
