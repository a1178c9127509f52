using IwTune.Server.Features.Hosts.Views;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>Saved views of the list of hosts, by name.</summary>
internal sealed class ViewEntries(SavedViews views) : IPaletteSource
{
    public async Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        asked.IsOpen
            ? []
            : (await views.ListAsync(asked.Who, ct))
                .Where(view => asked.Fits(view.Name))
                .Take(PaletteQuestion.Most)
                .Select(view => new PaletteEntry(view.Name, "view", SavedViews.At(view).Page));
}
