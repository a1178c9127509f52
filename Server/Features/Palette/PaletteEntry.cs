namespace IwTune.Server.Features.Palette;

/// <summary>Something that the palette opens.</summary>
/// <param name="Title">Its name.</param>
/// <param name="Kind">What it is, in one word.</param>
/// <param name="Address">Its page.</param>
internal sealed record PaletteEntry(string Title, string Kind, string Address);
