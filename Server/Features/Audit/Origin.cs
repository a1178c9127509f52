using System.Net;

namespace IwTune.Server.Features.Audit;

/// <summary>
/// The origin of the current call. Set once, by the code that accepts the call; available to everything that the call causes.
/// </summary>
internal static class Origin
{
    private const int MaxProgram = 40;
    private static readonly AsyncLocal<string?> Told = new();

    /// <summary>The peer's address and its program; empty for what the server does itself.</summary>
    public static string Current => Told.Value ?? "";

    /// <summary>A verb of <c>iwtune-server</c>, typed at the machine of the store.</summary>
    public static void IsCommandLine() => Told.Value = $"command line of {Environment.MachineName}";

    public static async Task TellAsync(HttpContext context, RequestDelegate next)
    {
        // Inside an async method, so that the next call on the same connection does not inherit it.
        Told.Value = Of(context.Connection.RemoteIpAddress, context.Request.Headers.UserAgent.ToString());
        await next(context);
    }

    /// <summary>The peer's address alone; empty when there is none.</summary>
    public static string AddressOf(HttpContext context) => $"{Plain(context.Connection.RemoteIpAddress)}";

    private static IPAddress? Plain(IPAddress? address) => address is { IsIPv4MappedToIPv6: true } ? address.MapToIPv4() : address;

    private static string Of(IPAddress? address, string program)
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
