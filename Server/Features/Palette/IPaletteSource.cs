namespace IwTune.Server.Features.Palette;

/// <summary>One kind of things that the palette finds.</summary>
internal interface IPaletteSource
{
    /// <summary>What fits, and what the person may open.</summary>
    Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct);
}
