using IwTune.Server.Console;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>The pages of the navigation.</summary>
internal sealed class PageEntries : IPaletteSource
{
    public Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        Task.FromResult(
            ConsoleMap
                .Entries.Where(page => asked.May(page.Needs) && asked.Fits(page.Title))
                .Select(page => new PaletteEntry(page.Title, "page", page.Address))
        );
}
