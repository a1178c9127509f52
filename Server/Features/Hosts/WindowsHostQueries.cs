using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>A Windows host, with the fields that show its release.</summary>
internal sealed class WindowsHostRow
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string OsName { get; init; } = "";
    public string Kernel { get; init; } = "";
}

internal static class WindowsHostQueries
{
    public static Task<IReadOnlyList<WindowsHostRow>> AllAsync(DbSession db) =>
        db.ListAsync<WindowsHostRow>(
            "select id, name, os_name, kernel from hosts where os = 'windows' and retired_at is null order by name, id"
        );
}
