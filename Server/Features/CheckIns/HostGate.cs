using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Knows a host by its header <c>IwTune-Host ID.SECRET</c>, from memory and in constant time.</summary>
internal static class HostGate
{
    /// <summary>The host, or the answer that refuses it.</summary>
    public static FleetHost? Admit(HttpContext context, HostDirectory hosts, out IResult refusal)
    {
        refusal = TypedResults.Empty;
        var host = Find(context.Request.Headers.Authorization.ToString(), hosts);
        if (host is null)
        {
            context.Response.Headers.WWWAuthenticate = AgentPaths.HostScheme;
            refusal = Refusal.Of(StatusCodes.Status401Unauthorized, "This host is not a member of the fleet.",
                "It was retired, un-enrolled, or enrolled at another server. Enrol it again: 'iwtune-server token create' prints the command.");
            return null;
        }
        if (host.RekeyReason.Length == 0)
            return host;
        refusal = Refusal.Of(StatusCodes.Status409Conflict, "This host must enrol again.",
            $"{host.RekeyReason} Its secret is void. 'iwtune-server token create' prints the command to join with a new one.");
        return null;
    }

    private static FleetHost? Find(ReadOnlySpan<char> header, HostDirectory hosts)
    {
        const string scheme = AgentPaths.HostScheme + " ";
        if (!header.StartsWith(scheme, StringComparison.OrdinalIgnoreCase))
            return null;
        header = header[scheme.Length..].Trim();
        var dot = header.IndexOf('.');
        if (dot <= 0 || hosts.Find(header[..dot]) is not { } host)
            return null;
        return Secret.Fits(header[(dot + 1)..], host.SecretHash) ? host : null;
    }
}
