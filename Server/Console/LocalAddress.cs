namespace IwTune.Server.Console;

/// <summary>Where to send a browser next, never to another server (open redirect).</summary>
internal static class LocalAddress
{
    public static string OrHome(string? address) => IsLocal(address) ? address! : "/";

    private static bool IsLocal(string? address) =>
        address is ['/', ..] && !(address.Length > 1 && address[1] is '/' or '\\') && !address.Any(char.IsControl);
}
