using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Knows a host by its header <c>IwTune-Host ID.SECRET</c>, from memory and in constant time.</summary>
internal static class HostGate
{
    private const int MaxRun = 16;

    /// <summary>The host, or the answer that refuses it.</summary>
    public static FleetHost? Admit(HttpContext context, HostDirectory hosts, out IResult refusal)
    {
        refusal = TypedResults.Empty;
        var (host, age) = Find(context, hosts);
        switch (host)
        {
            case null or { } when age == SecretAge.None:
                refusal = Unknown(context);
                return null;
            case { RekeyReason.Length: > 0 }:
                refusal = RefusalAnswer.Membership(
                    StatusCodes.Status409Conflict,
                    "This host must enrol again.",
                    $"{host.RekeyReason} Its secret is void. 'iwtune enroll --again' enrols with a new token and changes no window.",
                    new(MembershipState.Void)
                );
                return null;
            case { } when age == SecretAge.Former:
                refusal = Replaced(host);
                return null;
            case { Shared: { QuarantinedRun.Length: > 0 } shared } when RunOf(context) == shared.QuarantinedRun:
                refusal = Quarantined(shared);
                return null;
            default:
                Traces.Follow(host!);
                CurrentCall.IsOf(host!.Id);
                return host;
        }
    }

    /// <summary>Whose credential the caller shows, and which of that host's secrets it is.</summary>
    public static (FleetHost? Host, SecretAge Age) Find(HttpContext context, HostDirectory hosts)
    {
        var (id, secret) = Shown(context);
        return id.IsEmpty || hosts.Find(id) is not { } host ? (null, SecretAge.None) : (host, host.Credential.Of(secret));
    }

    /// <summary>The two parts of the received credential; empty when there are not two.</summary>
    public static CredentialParts Shown(HttpContext context)
    {
        const string scheme = AgentPaths.HostScheme + " ";
        var header = context.Request.Headers.Authorization.ToString().AsSpan();
        if (!header.StartsWith(scheme, StringComparison.OrdinalIgnoreCase))
            return default;
        header = header[scheme.Length..].Trim();
        var dot = header.IndexOf('.');
        return dot <= 0 ? default : new(header[..dot], header[(dot + 1)..]);
    }

    /// <summary>The run of the calling agent; empty when it sends none.</summary>
    public static string RunOf(HttpContext context) =>
        context.Request.Headers[AgentPaths.RunHeader] is [{ Length: > 0 and <= MaxRun } run] ? run : "";

    public static IResult Quarantined(SharedIdentity shared) =>
        shared.Adopted
            ? RefusalAnswer.Membership(
                StatusCodes.Status409Conflict,
                "This machine may become a separate host.",
                "An administrator approved it; the agent fetches its new identity automatically.",
                new(MembershipState.Adopted, Clock.At(shared.Found))
            )
            : RefusalAnswer.Membership(
                StatusCodes.Status409Conflict,
                "Another machine has this host's identity, and is the older of the two.",
                $"{shared.Reason} This one is quarantined: its windows stay unchanged, and it receives no updates. An administrator "
                    + "decides ('iwtune fleet hosts clones'); "
                    + "or enrol as a separate host with 'iwtune enroll --again'.",
                new(MembershipState.Quarantined, Clock.At(shared.Found))
            );

    public static IResult Unknown(HttpContext context, string? detail = null, MembershipNotice? notice = null)
    {
        context.Response.Headers.WWWAuthenticate = AgentPaths.HostScheme;
        return RefusalAnswer.Membership(
            StatusCodes.Status401Unauthorized,
            "This host is not enrolled.",
            detail
                ?? "It was retired, un-enrolled, or enrolled at another server. Enrol again with 'iwtune enroll --again'; 'iwtune-server "
                    + "token create' prints the command.",
            notice ?? new(MembershipState.Unknown)
        );
    }

    private static IResult Replaced(FleetHost host) =>
        host.Shared is { } shared
            ? Quarantined(shared)
            : RefusalAnswer.Membership(
                StatusCodes.Status409Conflict,
                "This machine uses a replaced secret.",
                $"{host.Identity.Name} has had a new one since {Clock.At(host.Credential.MadeAt):u}: this is a copy of it, or was "
                    + "restored from an image older than that. "
                    + "Its windows stay unchanged, and it receives no updates. An administrator decides ('iwtune fleet hosts clones').",
                new(MembershipState.Quarantined, Clock.At(host.Credential.MadeAt))
            );
}

/// <summary>A host's id and secret as a header has them.</summary>
internal readonly ref struct CredentialParts(ReadOnlySpan<char> id, ReadOnlySpan<char> secret)
{
    public ReadOnlySpan<char> Id { get; } = id;

    public ReadOnlySpan<char> Secret { get; } = secret;

    public void Deconstruct(out ReadOnlySpan<char> id, out ReadOnlySpan<char> secret)
    {
        id = Id;
        secret = Secret;
    }
}
