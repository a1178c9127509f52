using IwTune.Shared.Compliance.Exports.Formats.Oscal;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes an export's assessment results while its rows are read.</summary>
internal static class OscalRows
{
    public static async Task<int?> WriteAsync(PartWriting from, Stream to)
    {
        using var document = new OscalDocument(to, await from.Manifest(), from.Catalog);
        document.Begin();
        await foreach (var host in from.HostsAsync())
            document.Inventory(host);
        document.EndInventory();
        await foreach (var host in from.HostsAsync())
            document.Observation(host);
        document.End();
        return null;
    }
}
