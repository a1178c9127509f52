using System.Text.Json;

namespace IwTune.Lab;

/// <summary>What <c>iwtune-server token create --json</c> prints.</summary>
public sealed record ServerToken(string Token, string CaPin, string Command)
{
    /// <summary>Makes one with the real command, which must succeed.</summary>
    /// <param name="options">After <c>token create</c>.</param>
    public static ServerToken Create(params string[] options) =>
        Parse(Commands.Run(Binaries.Server, ["token", "create", .. options, "--json"]));

    /// <summary>Reads what the command printed.</summary>
    public static ServerToken Parse(string output) => JsonSerializer.Deserialize<ServerToken>(output, JsonSerializerOptions.Web)!;
}
