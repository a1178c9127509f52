using IwTune.Shared.Compliance.Exports.Formats.Scap;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes an export's asset report collection while its rows are read.</summary>
internal static class ArfRows
{
    public static async Task<int?> WriteAsync(PartWriting from, TextWriter to)
    {
        var collection = new ArfDocument(to, await from.Manifest(), from.Catalog);
        foreach (var cells in await ExceptionRows.ListAsync(from))
            collection.Exception(cells);
        collection.Begin();
        await foreach (var host in from.HostsAsync())
            collection.Asset(host);
        collection.EndAssets();
        await foreach (var host in from.HostsAsync())
            collection.Report(host);
        collection.End();
        return null;
    }
}
