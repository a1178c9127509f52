using IwTune.Agent.Control;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>Which fleet the host belongs to, without what it proves that with.</summary>
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
