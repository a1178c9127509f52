using System.Text.Json;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>apply --json</c> and <c>rollback --json</c> write.</summary>
internal static class ChangeJson
{
    /// <param name="to">Standard output.</param>
    /// <param name="exit">As the command exits.</param>
    /// <param name="text">What a person would have been told.</param>
    /// <param name="state">Every target as it is now; <see langword="null"/> when the host was not looked at.</param>
    /// <param name="evidence">What was measured.</param>
    public static int Write(TextWriter to, int exit, string text, HostState? state, IReadOnlyList<Evidence> evidence)
    {
        to.WriteLine(JsonSerializer.Serialize(new ChangedHost(exit, text, state, evidence), OutputJson.Default.ChangedHost));
        return exit;
    }
}

/// <summary>What was done: the outcome of each target is in the state.</summary>
internal sealed record ChangedHost(int Exit, string Text, HostState? State, IReadOnlyList<Evidence> Evidence);
