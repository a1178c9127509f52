using System.CommandLine;
using System.CommandLine.Parsing;
using System.Net;
using System.Net.Sockets;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Options;

/// <summary>Where a window applies, as in a policy: <c>default</c>, a prefix, an interface or a table.</summary>
internal static class ScopeOption
{
    public static Option<Scope[]> Create() =>
        new Option<Scope[]>("--scope")
        {
            HelpName = "SCOPE",
            Description =
                "Where: default, a prefix such as 10.0.0.0/8, interface:NAME, table:NUMBER or "
                + "containers:SELECTOR; may be repeated [default: default]",
            AllowMultipleArgumentsPerToken = true,
            CustomParser = result => [.. result.Tokens.Select(token => Parse(token.Value, result)).OfType<Scope>()],
        }.Offering("default");

    private static Scope? Parse(string text, ArgumentResult result)
    {
        // A prefix needs no word before it: nothing else looks like one.
        var prefix = text.StartsWith("prefix:", StringComparison.Ordinal) ? text["prefix:".Length..] : text;
        if (IPNetwork.TryParse(prefix, out var network))
        {
            // .NET drops host bits silently, and reads 010.0.0.0 as octal; a policy refuses both.
            if (
                IPAddress.TryParse(prefix.AsSpan(0, prefix.IndexOf('/', StringComparison.Ordinal)), out var address)
                && address.Equals(network.BaseAddress)
                && (address.AddressFamily == AddressFamily.InterNetworkV6 || prefix.StartsWith($"{address}/", StringComparison.Ordinal))
            )
                return new Scope.Prefix(network);
        }
        else if (Scope.TryParse(text, out var scope))
        {
            return scope;
        }
        result.AddError(
            $"--scope '{text}': write default, a prefix such as 10.0.0.0/8 (without host bits), interface:NAME, table:NUMBER or "
                + "containers:SELECTOR."
        );
        return null;
    }
}
