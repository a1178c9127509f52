namespace IwTune.Agent.Engine.Settings;

/// <summary>One setting that the agent runs with.</summary>
/// <param name="Key">As in the file, <c>repairs.max</c>; for an option its name without dashes.</param>
/// <param name="Value">As it is written in the file; empty for none.</param>
/// <param name="Source">What kind of place it comes from.</param>
/// <param name="From">Which one: the file's path, the option, the variable, <c>group policy</c>; empty for a default.</param>
public sealed record ShownSetting(string Key, string Value, SettingSource Source, string From);

/// <summary>Where a setting comes from; a later one of these stands above an earlier one.</summary>
public enum SettingSource
{
    /// <summary>Set nowhere: the default.</summary>
    Default,

    /// <summary>A file of the state directory.</summary>
    File,

    /// <summary>A variable of the agent's environment.</summary>
    Environment,

    /// <summary>An option of <c>iwtune run</c>.</summary>
    Option,

    /// <summary>The facility of the system that decides for many hosts, such as group policy.</summary>
    Central,
}
