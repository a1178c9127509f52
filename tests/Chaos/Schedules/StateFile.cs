namespace IwTune.Chaos.Schedules;

/// <summary>A file of the agent's state that a promise depends on.</summary>
internal enum StateFile
{
    /// <summary>What the routes had before each change.</summary>
    Journal,

    /// <summary>The last good bundle, and one that waits for its confirmation.</summary>
    Bundles,

    /// <summary>How far the server has acknowledged the reports.</summary>
    Bookmark,
}
