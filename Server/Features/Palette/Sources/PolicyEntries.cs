using IwTune.Server.Console;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Palette.Sources;

internal sealed class PolicyEntries(Database database) : IPaletteSource
{
    public async Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        (await database.ReadAsync(PolicyQueries.LatestAsync, ct))
            .Where(latest => asked.Fits(latest.Policy))
            .Select(latest => new PaletteEntry(latest.Policy, "policy", $"/policies/{Address.Segment(latest.Policy)}"));
}
