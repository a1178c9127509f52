namespace IwTune.Agent.Windows.Checking;

/// <summary>The aspects of a release, by the names of the columns in the table of versions.</summary>
internal static class CheckAspect
{
    public const string Template = "template",
        PrefixScope = "prefix scope",
        PortScope = "port scope",
        Rollback = "rollback",
        Drift = "drift";

    /// <summary>All of them, in the order of the table.</summary>
    public static IReadOnlyList<string> All { get; } = [Template, PrefixScope, PortScope, Rollback, Drift];
}
