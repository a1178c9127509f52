using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What the list of hosts can be sorted by and only the store has.</summary>
internal static class MeasurementQueries
{
    /// <param name="db">The store.</param>
    /// <param name="column"><c>rtt</c>, <c>mss</c>, <c>effective</c>, <c>enrolled</c> or <c>window</c>.</param>
    /// <returns>Values of the hosts that have one.</returns>
    public static Task<ValuesById<long>> ValuesAsync(DbSession db, string column) =>
        db.MapAsync<long>(
            column switch
            {
                "rtt" => "select host_id, rtt_microseconds from host_measurements where rtt_microseconds is not null",
                "mss" => "select host_id, mss from host_measurements where mss is not null",
                "effective" => "select host_id, effective_segments from host_measurements where effective_segments is not null",
                "enrolled" => "select id, enrolled_at from hosts where retired_at is null",
                _ => "select host_id, configured_cwnd from host_states where configured_cwnd is not null",
            }
        );

    /// <summary>The systems of the hosts, as people read them.</summary>
    public static Task<ValuesById<string>> SystemsAsync(DbSession db) =>
        db.MapAsync<string>("select id, os_name from hosts where retired_at is null");
}
