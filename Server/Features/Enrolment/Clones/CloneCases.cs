using IwTune.Server.Features.CheckIns;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>Cases as clients read them.</summary>
internal static class CloneCases
{
    public static Task<ClonePage> PageAsync(
        Database database,
        NonMembers strangers,
        bool all,
        string? after,
        int limit,
        CancellationToken ct
    ) =>
        database.ReadAsync(
            async db =>
            {
                var rows = await CloneQueries.PageAsync(db, all, after, limit + 1);
                var shown = rows.Take(limit).ToList();
                return new ClonePage(
                    [.. shown.Select(row => row.Case(strangers))],
                    rows.Count > limit ? shown[^1].Id : null,
                    (int)await CloneQueries.OpenAsync(db)
                );
            },
            ct
        );
}
