using IwTune.Server.Console;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>The newest rollouts, by policy, reason and author: reasons hold the tickets.</summary>
internal sealed class RolloutEntries(Database database, SeenRollouts seen) : IPaletteSource
{
    private const int Looked = 500;

    public async Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct)
    {
        if (asked.IsOpen)
            return [];
        return await database.ReadAsync(
            async db =>
            {
                var fitting = (await RolloutQueries.ListAsync(db, policy: null, active: false, Looked))
                    .Where(row => asked.Fits(row.Policy, row.Reason, row.Author))
                    .ToList();
                // Which of them a scope may see is known only after a look at all; for the whole fleet a few are counted.
                var shown = await seen.OfAsync(db, seen.Hosts.Scope.IsFleet ? [.. fitting.Take(PaletteQuestion.Most)] : fitting);
                return fitting
                    .Where(row => shown.ContainsKey(row.Id))
                    .Take(PaletteQuestion.Most)
                    .Select(row => new PaletteEntry(
                        $"{row.Policy} → r{row.ToRevision}: {row.Reason}",
                        "rollout",
                        $"/rollouts/{Address.Segment(row.Id)}"
                    ));
            },
            ct
        );
    }
}
