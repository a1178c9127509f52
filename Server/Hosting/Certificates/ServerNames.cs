using System.Net;

namespace IwTune.Server.Hosting.Certificates;

/// <summary>The names in the server's certificate, the one for enrolment commands first.</summary>
internal static class ServerNames
{
    public static IReadOnlyList<string> Of(ServerOptions options)
    {
        var address = options.Endpoint.Address;
        var any = address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);
        IEnumerable<string> own = any ? [Environment.MachineName] : [address.ToString(), Environment.MachineName];
        return [.. options.Names.Concat(own).Append("localhost").Append("127.0.0.1").Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    /// <summary>The address to write into commands.</summary>
    public static string Url(ServerOptions options, int port)
    {
        var name = Of(options)[0];
        return IPAddress.TryParse(name, out var address) && address.AddressFamily == System.Net.Sockets.AddressFamily.InterNetworkV6
            ? $"https://[{name}]:{port}"
            : $"https://{name}:{port}";
    }
}
