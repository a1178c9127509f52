namespace IwTune.Shared.Compliance.Exports;

/// <summary>The columns of <see cref="ExportNames.Exceptions"/>.</summary>
public static class ExceptionColumns
{
    /// <summary>The first line.</summary>
    public static IReadOnlyList<string> Names { get; } =
    ["id", "selector", "reason", "ticket", "author", "created_utc", "until_utc", "ended_utc", "ended_by", "ended_reason"];
}
