namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Why a sign-in at the provider failed; the person's next step differs.</summary>
internal enum OidcFault
{
    /// <summary>The provider does not answer, or not as a provider: later, or an administrator.</summary>
    Unreachable,

    /// <summary>The provider does not accept this server, or the client's secret cannot be read: an administrator.</summary>
    Misconfigured,

    /// <summary>The person said no there.</summary>
    Cancelled,

    /// <summary>Too late, twice, or not begun in this browser: begin again.</summary>
    Stale,

    /// <summary>The provider's answer does not prove anything.</summary>
    Unproven,

    /// <summary>The person, but not by the factors or at the time that this server requires: sign in there again.</summary>
    Weak,

    /// <summary>Known, but in no group that may do anything here.</summary>
    NoAccess,
}

/// <summary>A sign-in at the provider failed.</summary>
internal sealed class OidcException(OidcFault fault, string message, Exception? inner = null) : Exception(message, inner)
{
    public OidcFault Fault => fault;
}
