using System.Text.Json.Serialization;
using IwTune.Agent.Cli.Output.Json;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>config check --json</c> writes.</summary>
/// <param name="Exit">The exit code.</param>
/// <param name="Valid">True when the agent can use all of them.</param>
/// <param name="Files">Each file that was looked for.</param>
internal sealed record CheckedSettings(int Exit, bool Valid, IReadOnlyList<CheckedFile> Files);

/// <summary>One file of settings.</summary>
/// <param name="File">Its path.</param>
/// <param name="Present">False when it is not there, which is fine.</param>
/// <param name="Problems">Everything that is wrong with it.</param>
internal sealed record CheckedFile(string File, bool Present, IReadOnlyList<ShownProblem> Problems)
{
    [JsonIgnore]
    public bool Forbidden { get; init; }
}
