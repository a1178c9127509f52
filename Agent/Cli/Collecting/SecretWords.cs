using IwTune.Agent.Control;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>
/// What must not leave the host: its own secret, wherever it is, and any value that is written after a word for a secret.
/// </summary>
internal sealed class SecretWords(StateDirectory state)
{
    private static readonly string[] Words = ["token", "secret", "password", "passwd", "authorization", "apikey", "api_key"];

    public Redaction Redaction { get; } = new(Of(state)) { After = Words };

    private static string[] Of(StateDirectory state)
    {
        try
        {
            return IdentityFile.Read(state.Root) is { } identity ? [identity.Secret] : [];
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return []; // what cannot be read here cannot be in what is read here
        }
    }
}
