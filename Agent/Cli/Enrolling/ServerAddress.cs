using IwTune.Agent.Control;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>A server's address and its pin, as people write them.</summary>
internal static class ServerAddress
{
    /// <exception cref="UsageException">It is not an https address without path.</exception>
    public static Uri Parse(string url) =>
        FleetAddress.ServerOf(url)
        ?? throw new UsageException($"'{url}' is not a server's address: write https://HOST:PORT, without a path.");

    /// <exception cref="UsageException">It is not a pin.</exception>
    public static CaPin ParsePin(string text) =>
        CaPin.TryParse(text, out var pin)
            ? pin
            : throw new UsageException(
                $"'{text}' is not a pin: write sha256: and 64 hex digits, as 'iwtune-server token create' prints it."
            );
}
