using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Impact;

/// <summary>A host's last report, as far as a forecast asks.</summary>
/// <param name="Stamp">Which report it is: its number, and when by the host's clock, since numbers begin anew with an enrolment.</param>
/// <param name="StateHash">As reported.</param>
/// <param name="State">Shared by all hosts with an equal report.</param>
public sealed record Situation((long Number, long At) Stamp, string StateHash, HostState State);

/// <summary>
/// The hosts' latest reports, read once and then only where a newer report arrived. Equal hosts share one state, so that one forecast
/// serves all of them. Dropped after some time without a query: a fleet's reports are too large to keep without use.
/// </summary>
public sealed class Situations : IDisposable
{
    private static readonly TimeSpan Kept = TimeSpan.FromMinutes(15);
    private const int Chunk = 500,
        Few = 2_000;

    private sealed class StampRow
    {
        public string HostId { get; init; } = "";
        public long ReportNumber { get; init; }
        public long ReportedAt { get; init; }
        public (long, long) Stamp => (ReportNumber, ReportedAt);
    }

    private sealed class StateRow
    {
        public string HostId { get; init; } = "";
        public long ReportNumber { get; init; }
        public long ReportedAt { get; init; }
        public string State { get; init; } = "";
    }

    private readonly Database _database;
    private readonly SemaphoreSlim _reading = new(1, 1);
    private readonly ITimer _forgetting;
    private Dictionary<string, Situation> _known = new(StringComparer.Ordinal);
    private StateSharing _sharing = new();

    public Situations(Database database, TimeProvider clock)
    {
        _database = database;
        _forgetting = clock.CreateTimer(_ => Forget(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The last reports of these hosts; a host that never reported is missing in it.</summary>
    public async Task<IReadOnlyDictionary<string, Situation>> OfAsync(IReadOnlyCollection<string> hosts, CancellationToken ct)
    {
        await _reading.WaitAsync(ct);
        try
        {
            var asked = new Dictionary<string, Situation>(hosts.Count, StringComparer.Ordinal);
            var missing = new List<string>();
            foreach (var (host, stamp) in await StampsAsync(hosts, ct))
            {
                if (_known.TryGetValue(host, out var known) && known.Stamp == stamp)
                    asked[host] = known;
                else
                    missing.Add(host);
            }
            foreach (var chunk in missing.Chunk(Chunk))
            {
                foreach (
                    var row in await _database.ReadAsync(
                        db =>
                            db.ListAsync<StateRow>(
                                "select host_id, report_number, reported_at, state from host_states where host_id in @chunk",
                                new { chunk }
                            ),
                        ct
                    )
                )
                    asked[row.HostId] = _known[row.HostId] = Read(row);
            }
            _forgetting.Change(Kept, Timeout.InfiniteTimeSpan);
            return asked;
        }
        finally
        {
            _reading.Release();
        }
    }

    public void Dispose()
    {
        _forgetting.Dispose();
        _reading.Dispose();
    }

    private async Task<List<(string Host, (long, long) Stamp)>> StampsAsync(IReadOnlyCollection<string> hosts, CancellationToken ct)
    {
        var stamps = new List<(string, (long, long))>(hosts.Count);
        if (hosts.Count > Few)
        {
            var wanted = hosts.ToHashSet(StringComparer.Ordinal);
            foreach (
                var row in await _database.ReadAsync(
                    db => db.ListAsync<StampRow>("select host_id, report_number, reported_at from host_states"),
                    ct
                )
            )
            {
                if (wanted.Contains(row.HostId))
                    stamps.Add((row.HostId, row.Stamp));
            }
            return stamps;
        }
        foreach (var chunk in hosts.Chunk(Chunk))
        {
            foreach (
                var row in await _database.ReadAsync(
                    db =>
                        db.ListAsync<StampRow>(
                            "select host_id, report_number, reported_at from host_states where host_id in @chunk",
                            new { chunk }
                        ),
                    ct
                )
            )
                stamps.Add((row.HostId, row.Stamp));
        }
        return stamps;
    }

    private Situation Read(StateRow row)
    {
        var state = JsonSerializer.Deserialize(row.State, WireJson.Default.HostState)!;
        return new((row.ReportNumber, row.ReportedAt), state.StateHash, _sharing.Of(state));
    }

    private void Forget()
    {
        // A read in progress continues with its data; the next one reads anew.
        if (!_reading.Wait(0))
            return;
        (_known, _sharing) = (new(StringComparer.Ordinal), new());
        _reading.Release();
    }
}
