using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>Remembers the latest rehearsal of a rollback over restarts.</summary>
internal sealed class Rehearsals(string path)
{
    public const string Name = "rehearsal.json";

    /// <summary>The latest; <see langword="null"/> when there was none, or its file cannot be read: then it is made again.</summary>
    public RehearsedRollback? Read()
    {
        try
        {
            return JsonSerializer.Deserialize(SharedFile.ReadAllText(path), AgentJson.Default.RehearsedRollback);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <exception cref="IOException">The state directory cannot be written.</exception>
    public void Write(RehearsedRollback rehearsed) =>
        DurableFile.Replace(path, JsonSerializer.SerializeToUtf8Bytes(rehearsed, AgentJson.Default.RehearsedRollback));
}
