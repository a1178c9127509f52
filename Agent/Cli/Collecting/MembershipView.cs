using IwTune.Agent.Control;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>The fleet that the host belongs to, without its proof of membership.</summary>
internal sealed record MembershipView(Uri? Server, string? HostId, string? Pin, DateTimeOffset? Enrolled, IReadOnlyList<string> SigningKeys)
{
    public static MembershipView Of(Identity? identity) =>
        identity is null
            ? new MembershipView(null, null, null, null, [])
            : new MembershipView(
                identity.Server,
                identity.HostId,
                identity.Pin,
                identity.Enrolled,
                [.. identity.SigningKeys.Select(key => key.KeyId)]
            );
}
