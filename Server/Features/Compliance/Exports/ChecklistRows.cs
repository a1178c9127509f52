using IwTune.Shared.Compliance.Exports.Formats.Checklists;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Writes the checklists of an export's hosts while its rows are read.</summary>
internal static class ChecklistRows
{
    public static async Task<int?> WriteAsync(PartWriting from, Stream to)
    {
        var asOf = from.Asked.Parameters.AsOf;
        using var zip = new ExportZip(to, asOf);
        var archive = new ChecklistArchive(zip.Open, asOf, from.Catalog);
        archive.Begin();
        await foreach (var host in from.HostsAsync())
            archive.Host(host);
        return null;
    }
}
