using IwTune.Server.Console;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>The pages of the navigation, and one that is reached from a list.</summary>
internal sealed class PageEntries : IPaletteSource
{
    private static readonly ConsoleMap.Entry PolicyPreview = new("/hosts/policy", "Preview a policy", "policy");

    public Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        Task.FromResult(
            ConsoleMap
                .Entries.Append(PolicyPreview)
                .Where(page => (asked.May(page.Needs) || (page.Or is { } or && asked.May(or))) && asked.Fits(page.Title))
                .Select(page => new PaletteEntry(page.Title, "page", page.Address))
        );
}
