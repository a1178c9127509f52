using IwTune.Server.Features.Exceptions;

namespace IwTune.Server.Features.Palette.Sources;

/// <summary>Exceptions that are not over, by reason and ticket.</summary>
internal sealed class ExceptionEntries(ExceptionViews exceptions) : IPaletteSource
{
    public async Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        asked.IsOpen
            ? []
            : (await exceptions.BriefAsync((row, _) => asked.Fits(row.Reason, row.Ticket), ct))
                .Take(PaletteQuestion.Most)
                .Select(one => new PaletteEntry($"{one.Hosts}: {one.Reason}", "exception", "/compliance/exceptions"));
}
