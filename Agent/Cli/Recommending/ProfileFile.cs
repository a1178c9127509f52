using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Recommending;

/// <summary>A traffic profile in a file.</summary>
internal static class ProfileFile
{
    private const long MostBytes = 4 << 20;

    /// <exception cref="UsageException">The file cannot be read, or is no profile.</exception>
    public static TrafficProfile Read(string path)
    {
        try
        {
            using var content = File.OpenRead(path);
            if (content.Length > MostBytes)
                throw new UsageException($"{path} has {content.Length} bytes; a profile has at most {MostBytes}. Nothing was done.");
            return JsonSerializer.Deserialize(content, AgentJson.Default.TrafficProfile)
                ?? throw new UsageException($"{path} holds null and no profile. Nothing was done.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The profile {path} cannot be read: {UnreadableFile.Why(path, e)} Nothing was done.", e);
        }
        catch (JsonException e)
        {
            throw new UsageException(
                $"{path} is not a profile as GET /api/v1/traffic returns it, `.groups[0].time.profile`: {e.Message} Nothing was done.",
                e
            );
        }
    }
}
