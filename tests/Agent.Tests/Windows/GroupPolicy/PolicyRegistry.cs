using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.GroupPolicy;

/// <summary>A registry in which only the values of one key exist.</summary>
internal sealed class PolicyRegistry(string key, params (string Name, string Value)[] values) : IRegistry
{
    public string Text(string asked, string name) =>
        asked.Equals(key, StringComparison.OrdinalIgnoreCase)
        && Array.Find(values, value => value.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) is { Value: { } text }
            ? text
            : "";

    public IReadOnlyList<string> Keys(string asked) => [];

    public string? KeptUntilBoot(string asked, string name, Func<string> first) => null;
}
