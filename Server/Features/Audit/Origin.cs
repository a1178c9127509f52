using System.Net;
using IwTune.Server.Hosting.Requests;

namespace IwTune.Server.Features.Audit;

/// <summary>The origin of the current call, available to everything that the call causes.</summary>
internal static class Origin
{
    private const int MaxProgram = 40;
    private static readonly AsyncLocal<string?> Verb = new();

    /// <summary>The peer's address and its program; empty for what the server does itself.</summary>
    public static string Current => CurrentCall.Origin ?? Verb.Value ?? "";

    /// <summary>A verb of <c>iwtune-server</c>, typed at the machine of the store.</summary>
    public static void IsCommandLine() => Verb.Value = $"command line of {Environment.MachineName}";

    /// <summary>The peer's address alone; empty when there is none.</summary>
    public static string AddressOf(HttpContext context) => $"{Plain(context.Connection.RemoteIpAddress)}";

    private static IPAddress? Plain(IPAddress? address) => address is { IsIPv4MappedToIPv6: true } ? address.MapToIPv4() : address;

    /// <summary>The words for a peer.</summary>
    /// <param name="address">Its address; <see langword="null"/> when it has none.</param>
    /// <param name="program">What it says of itself; may be empty.</param>
    public static string Of(IPAddress? address, string program)
    {
        var peer = Plain(address);
        // What the peer says of itself is a hint, and must not be able to look like anything else.
        var name = program.AsSpan(0, Math.Min(program.Length, MaxProgram));
        var end = name.IndexOf(' ');
        name = end < 0 ? name : name[..end];
        foreach (var c in name)
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('/' or '.' or '-' or '_'))
                return $"{peer}";
        }
        return name.IsEmpty ? $"{peer}" : $"{peer} {name}";
    }
}
