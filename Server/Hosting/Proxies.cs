using Microsoft.AspNetCore.HttpOverrides;

namespace IwTune.Server.Hosting;

/// <summary>Proxies in front of this server: only they are believed when they name a caller.</summary>
internal static class Proxies
{
    /// <summary>Headers by which a proxy says that the call is another caller's.</summary>
    public static IReadOnlyList<string> Marks { get; } = ["X-Forwarded-For", "Forwarded"];

    /// <summary>What the named proxies say (X-Forwarded-For); the last one that is not such a proxy is the caller.</summary>
    public static ForwardedHeadersOptions Trust(ServerOptions options)
    {
        var trusted = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor, ForwardLimit = null };
        // The framework trusts the loopback by default.
        trusted.KnownProxies.Clear();
        trusted.KnownIPNetworks.Clear();
        foreach (var proxy in options.Proxies)
            trusted.KnownIPNetworks.Add(System.Net.IPNetwork.Parse(Whole(proxy)));
        return trusted;
    }

    /// <summary>A single address as a network of one.</summary>
    public static string Whole(string text) =>
        text.Contains('/', StringComparison.Ordinal) ? text : $"{text}/{(text.Contains(':', StringComparison.Ordinal) ? 128 : 32)}";
}
