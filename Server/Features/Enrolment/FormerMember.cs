using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Enrolment;

/// <summary>The member that a host was before it joins anew, when it still has that member's secret.</summary>
internal static class FormerMember
{
    /// <param name="hosts">The members.</param>
    /// <param name="credential">As in <see cref="Shared.Wire.EnrolRequest.Former"/>.</param>
    /// <returns><see langword="null"/> when it names no member, does not fit it, or is a secret that two machines have.</returns>
    public static FleetHost? Of(HostDirectory hosts, string? credential)
    {
        if (credential?.Split('.', 2) is not [var id, var secret])
            return null;
        return hosts.Find(id) is { RekeyReason: "", Shared: null } host && host.Credential.Of(secret) is SecretAge.Current or SecretAge.Next ? host : null;
    }
}
