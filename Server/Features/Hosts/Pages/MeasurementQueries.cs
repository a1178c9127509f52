using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>The measured columns that the list of hosts can be sorted by.</summary>
internal static class MeasurementQueries
{
    private sealed class Row
    {
        public string HostId { get; init; } = "";
        public long? Value { get; init; }
    }

    /// <param name="db">The store.</param>
    /// <param name="column"><c>rtt</c>, <c>mss</c> or <c>window</c>.</param>
    public static async Task<IReadOnlyDictionary<string, long?>> ValuesAsync(DbSession db, string column)
    {
        var sql = column switch
        {
            "rtt" => "select host_id, rtt_microseconds as value from host_measurements",
            "mss" => "select host_id, mss as value from host_measurements",
            _ => "select host_id, configured_cwnd as value from host_states",
        };
        return (await db.ListAsync<Row>(sql)).ToDictionary(row => row.HostId, row => row.Value, StringComparer.Ordinal);
    }
}
