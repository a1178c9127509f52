using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net;

namespace IwTune.Agent.Cli.Options;

/// <summary>A remote host, with or without a port.</summary>
internal static class ServiceArgument
{
    /// <summary>A required argument; port 0 when none was written.</summary>
    public static Argument<DnsEndPoint> Create() =>
        new("HOST")
        {
            HelpName = "HOST[:PORT]",
            Description = "A name or an address, as in www.example.org, 192.0.2.1:8080 or [2001:db8::1]:443",
            CustomParser = result => Parse(result.Tokens.Count == 1 ? result.Tokens[0].Value : "", result),
        };

    private static DnsEndPoint? Parse(string text, ArgumentResult result)
    {
        if (ServiceText.Read(text) is { } service)
            return service;
        var url = text.Contains("://", StringComparison.Ordinal) ? " Not a URL: probe takes --tls for https and --path for the page." : "";
        result.AddError($"{ServiceText.Objection(text)}{url}");
        return null;
    }
}
