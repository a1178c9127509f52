using IwTune.Server.Console;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Palette.Sources;

internal sealed class HostEntries(SeenHosts hosts) : IPaletteSource
{
    public Task<IEnumerable<PaletteEntry>> FindAsync(PaletteQuestion asked, CancellationToken ct) =>
        Task.FromResult(
            asked.IsOpen
                ? []
                : hosts
                    .All.Where(host => asked.Fits(host.Identity.Name))
                    .OrderBy(host => host.Identity.Name, StringComparer.Ordinal)
                    .Take(PaletteQuestion.Most)
                    .Select(host => new PaletteEntry(host.Identity.Name, "host", $"/hosts/{Address.Segment(host.Id)}"))
        );
}
