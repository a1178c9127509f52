using System.Text.Json;
using IwTune.Lab;

namespace IwTune.Soak.Passing;

/// <summary>How many secrets the real host had, as its state directory says.</summary>
internal sealed class Secrets(AgentProcess agent)
{
    private readonly HashSet<string> seen = new(StringComparer.Ordinal);

    /// <summary>Different secrets so far.</summary>
    public int Count => seen.Count;

    /// <summary>Looks at the one of now.</summary>
    public void Look()
    {
        using var identity = JsonDocument.Parse(File.ReadAllText(Path.Combine(agent.State, "identity.json")));
        seen.Add(identity.RootElement.GetProperty("secret").GetString()!);
    }
}
