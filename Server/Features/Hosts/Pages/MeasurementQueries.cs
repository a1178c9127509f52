using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>The measured columns that the list of hosts can be sorted by.</summary>
internal static class MeasurementQueries
{
    /// <param name="db">The store.</param>
    /// <param name="column"><c>rtt</c>, <c>mss</c> or <c>window</c>.</param>
    /// <returns>Values of the hosts that have one.</returns>
    public static Task<IReadOnlyDictionary<string, long>> ValuesAsync(DbSession db, string column) =>
        db.MapAsync<long>(
            column switch
            {
                "rtt" => "select host_id, rtt_microseconds from host_measurements where rtt_microseconds is not null",
                "mss" => "select host_id, mss from host_measurements where mss is not null",
                _ => "select host_id, configured_cwnd from host_states where configured_cwnd is not null",
            }
        );
}
