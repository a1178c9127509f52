using System.Text.Json;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control;

/// <summary>The identity on disk: <c>identity.json</c> in the state directory, readable by the daemon's user alone.</summary>
public static class IdentityFile
{
    /// <summary>Its name in the state directory.</summary>
    public const string Name = "identity.json";

    /// <summary>Reads it.</summary>
    /// <returns>The identity, or <see langword="null"/> when the host is not enrolled.</returns>
    /// <exception cref="InvalidDataException">There is one, but it cannot be understood. The message says what to do.</exception>
    public static Identity? Read(string stateDirectory)
    {
        var path = Path.Combine(stateDirectory, Name);
        try
        {
            return JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), AgentJson.Default.Identity) ?? throw new JsonException();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (JsonException e)
        {
            throw new InvalidDataException(
                $"{path} is damaged in line {Damage.LineOf(e)}. Restore it from a backup, or run 'iwtune unenroll "
                    + "--force' and enrol again.",
                e
            );
        }
    }

    /// <summary>Writes it so that it survives a power cut.</summary>
    public static void Write(string stateDirectory, Identity identity)
    {
        Directory.CreateDirectory(stateDirectory);
        DurableFile.Replace(Path.Combine(stateDirectory, Name), JsonSerializer.SerializeToUtf8Bytes(identity, AgentJson.Default.Identity));
    }

    /// <summary>Forgets it.</summary>
    public static void Delete(string stateDirectory) => DurableFile.Remove(Path.Combine(stateDirectory, Name));
}
