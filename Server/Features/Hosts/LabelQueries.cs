using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Features.Hosts;

/// <summary>A stored label.</summary>
internal sealed class LabelRow
{
    public string HostId { get; init; } = "";
    public string Key { get; init; } = "";
    public string Value { get; init; } = "";
}

internal static class LabelQueries
{
    public static Task<IReadOnlyList<LabelRow>> AllAsync(DbSession db) =>
        db.ListAsync<LabelRow>("select host_id, key, value from host_labels");

    public static async Task<ILookup<string, LabelRow>> ListAsync(DbSession db, IReadOnlyList<string> hostIds) =>
        (await db.ListAsync<LabelRow>("select host_id, key, value from host_labels where host_id in @hostIds", new { hostIds })).ToLookup(
            row => row.HostId,
            StringComparer.Ordinal
        );

    public static async Task ReplaceAsync(DbSession write, string hostId, IReadOnlyDictionary<string, string> labels)
    {
        write.Tell(Topic.Hosts, hostId);
        await write.ExecuteAsync("delete from host_labels where host_id = @hostId", new { hostId });
        foreach (var (key, value) in labels)
            await write.ExecuteAsync(
                "insert into host_labels (host_id, key, value) values (@hostId, @key, @value)",
                new
                {
                    hostId,
                    key,
                    value,
                }
            );
    }
}
