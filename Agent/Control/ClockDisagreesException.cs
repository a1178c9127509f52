using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Agent.Control;

/// <summary>
/// A server's certificate is the right one, but by this host's clock it is not valid now: one of the two clocks is wrong.
/// </summary>
internal sealed class ClockDisagreesException(X509Certificate2 certificate, DateTime now)
    : AuthenticationException(
        $"its certificate is valid from {certificate.NotBefore.ToUniversalTime():u} to {certificate.NotAfter.ToUniversalTime():u}, but "
            + $"this host's clock says {now.ToUniversalTime():u}. "
            + "Set this host's clock; if it is right, set the server's and renew its certificate. Nothing was sent."
    );
