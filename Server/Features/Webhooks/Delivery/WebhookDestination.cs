namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>A host, or every name below a domain, at one port.</summary>
/// <param name="Host">A name in ASCII or an address; below a domain, the domain.</param>
/// <param name="Port">The port.</param>
/// <param name="Below">True for every name that ends in the domain, but not the domain itself.</param>
public sealed record WebhookDestination(string Host, int Port, bool Below)
{
    private const string AnyBelow = "*.",
        Usual = "https://";

    /// <returns><see langword="null"/> when it is not HOST[:PORT] or *.DOMAIN[:PORT].</returns>
    public static WebhookDestination? Parse(string text)
    {
        var below = text.StartsWith(AnyBelow, StringComparison.Ordinal);
        var place = below ? text[AnyBelow.Length..] : text;
        if (
            // A whole address would look as if its path counted, too.
            place.Any(one => "/\\?#@*".Contains(one, StringComparison.Ordinal) || char.IsWhiteSpace(one) || char.IsControl(one))
            || place.EndsWith(':')
            || !Uri.TryCreate(Usual + place, UriKind.Absolute, out var uri)
            || uri.Port < 1
            || HostOf(uri) is not { } host
        )
            return null;
        return uri.HostNameType is UriHostNameType.Dns || (!below && uri.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6)
            ? new(host, uri.Port, below)
            : null;
    }

    /// <summary>The host of an address as connections name it: in ASCII, without brackets.</summary>
    /// <returns><see langword="null"/> for a name that has no such form (RFC 5891 §4).</returns>
    public static string? HostOf(Uri address)
    {
        try
        {
            return address.IdnHost;
        }
        catch (UriFormatException)
        {
            return null;
        }
    }

    /// <param name="host">As <see cref="HostOf"/> gives it.</param>
    /// <param name="port">Where the connection goes.</param>
    public bool Covers(string host, int port) =>
        port == Port
        && (Below ? host.EndsWith($".{Host}", StringComparison.OrdinalIgnoreCase) : host.Equals(Host, StringComparison.OrdinalIgnoreCase));
}
