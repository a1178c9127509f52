using IwTune.Server.Console;
using IwTune.Server.Features.Users;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Palette.Sources;

internal sealed class UserEntries(Database database) : IPaletteSource
{
    public async Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        asked.IsOpen || !asked.May(Permission.AccessRead)
            ? []
            : (await database.ReadAsync(UserQueries.ListAsync, ct))
                .Where(user => asked.Fits(user.Name))
                .Take(PaletteQuestion.Most)
                .Select(user => new PaletteEntry(user.Name, "user", $"/users/{Address.Segment(user.Name)}"));
}
