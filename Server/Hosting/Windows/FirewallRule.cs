using System.Globalization;
using System.Net;

namespace IwTune.Server.Hosting.Windows;

/// <summary>
/// The rule of Windows' firewall that lets hosts reach the server. It is offered, never made: a port is an administrator's to open.
/// </summary>
internal static class FirewallRule
{
    public const string Name = "IwTune Server";

    /// <summary>The command for an elevated PowerShell; <see langword="null"/> when only this machine can reach the server.</summary>
    /// <param name="listen">Where the server listens.</param>
    /// <param name="program">The server's own file.</param>
    public static string? Offer(IPEndPoint listen, string program)
    {
        if (IPAddress.IsLoopback(listen.Address))
            return null;
        var any = listen.Address.Equals(IPAddress.Any) || listen.Address.Equals(IPAddress.IPv6Any);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"New-NetFirewallRule -DisplayName '{Name}' -Direction Inbound -Action Allow -Profile Domain,Private -Protocol TCP "
                + $"-LocalPort {listen.Port}{(any ? "" : $" -LocalAddress {listen.Address}")} "
                + $"-Program '{program.Replace("'", "''", StringComparison.Ordinal)}'"
        );
    }
}
