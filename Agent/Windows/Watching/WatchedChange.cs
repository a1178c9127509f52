using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Watching;

/// <summary>A difference between two readings.</summary>
/// <param name="Name">What differs: a target's id, or another setting.</param>
/// <param name="Then">What it was; <see langword="null"/> when it was not there.</param>
/// <param name="Now">What it is; <see langword="null"/> when it is gone.</param>
internal sealed record WatchedChange(string Name, string? Then, string? Now)
{
    /// <summary>The setting that makes Automatic take the custom templates.</summary>
    public const string UseCustom = "AutomaticUseCustom";

    /// <summary>The id of the target that has this setting.</summary>
    public string Target => Name == UseCustom ? WindowsTargets.Id(TemplateName.Automatic) : Name;

    /// <inheritdoc/>
    public override string ToString() => $"{Name} was {Then ?? "not there"} and is {Now ?? "gone"}";
}
