namespace IwTune.Chaos.Schedules;

/// <summary>What the server of a schedule keeps its data in.</summary>
internal enum StoreKind
{
    /// <summary>A file.</summary>
    Sqlite,

    /// <summary>A database of its own, which can fail on its own.</summary>
    Postgres,
}
