using System.Text.Json;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>
/// Writes a fleet directly into a store, as if its hosts had enrolled, checked in and reported for a while. Nothing in it is random.
/// </summary>
internal static class Seeding
{
    private const int Chunk = 5000;
    private const string Controls = "1p2p3p4p5p6p7p8p9p10n11p12p";
    private const long Hour = 3_600_000,
        Day = 24 * Hour;

    private static readonly BulkStatement Hosts = BulkStatement.Insert(
        "hosts",
        "id text, name text, machine_id text, secret_hash text, os text, os_name text, kernel text, agent_version text, facts text, "
            + "slot_seconds bigint, enrolled_at bigint, report_number bigint"
    );

    private static readonly string[] Writers = ["NetworkManager", "dhclient", ""];

    private static readonly BulkStatement Labels = BulkStatement.Insert("host_labels", "host_id text, key text, value text");

    private static readonly BulkStatement Presences = BulkStatement.Insert(
        "presence",
        "host_id text, seen_at bigint, boot_id text, earlier_boot text, counter bigint, held_sequence bigint, held_digest text, "
            + "held_expires bigint, state_hash text"
    );

    private static readonly BulkStatement States = BulkStatement.Insert(
        "host_states",
        "host_id text, reported_at bigint, report_number bigint, phase text, policy text, revision bigint, held_digest text, "
            + "configured_cwnd bigint, state text"
    );

    private static readonly BulkStatement Measurements = BulkStatement.Insert(
        "host_measurements",
        "host_id text, measured_at bigint, effective_segments bigint, binding text, mss bigint, rtt_microseconds bigint"
    );

    private static readonly BulkStatement Identities = BulkStatement.Insert(
        "identity_changes",
        "id text, host_id text, changed_at bigint, identity text"
    );

    private static readonly BulkStatement Verdicts = BulkStatement.Insert(
        "verdicts",
        "host_id text, verdict text, reason text, changed_at bigint, policy text, revision bigint, digest text, exception text"
    );

    private static readonly BulkStatement Changes = BulkStatement.Insert(
        "verdict_changes",
        "id text, host_id text, changed_at bigint, verdict text, reason text, digest text, since bigint, policy text, revision bigint, "
            + "exception text, written_at bigint, former text, controls text"
    );

    private static readonly BulkStatement Disturbances = BulkStatement.Insert(
        "disturbances",
        "host_id text, day bigint, kind text, writer text, target_id text, count bigint, last_at bigint"
    );

    /// <summary>The number of the latest line of each host: nine digits, so that numbers keep their length.</summary>
    public const long ReportNumber = 100_000_000;

    public static async Task RunAsync(Database store, int first, int count, HeldBundle held, SeededPast past)
    {
        var now = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
        foreach (var chunk in Enumerable.Range(first, count).Chunk(Chunk))
        {
            await store.WriteAsync(async write =>
            {
                var hosts = chunk.Select(number => (Number: number, Host: new SeededHost(number))).ToList();
                await write.ManyAsync(Hosts, hosts.ConvertAll(one => HostRow(one.Number, one.Host, now, past)));
                await write.ManyAsync(
                    Labels,
                    [.. hosts.SelectMany(one => one.Host.Labels.Select(label => (object?[])[one.Host.Id, label.Key, label.Value]))]
                );
                await write.ManyAsync(
                    Presences,
                    hosts.ConvertAll(one =>
                        (object?[])
                            [
                                one.Host.Id,
                                one.Host.Silent ? now - Hour : now,
                                one.Host.Facts.BootId,
                                "",
                                1L,
                                held.Sequence,
                                held.Digest,
                                held.Expires.ToUnixTimeMilliseconds(),
                                one.Host.StateHash,
                            ]
                    )
                );
                await write.ManyAsync(
                    States,
                    hosts.ConvertAll(one =>
                        (object?[])
                            [
                                one.Host.Id,
                                now - Hour,
                                ReportNumber,
                                "Applied",
                                "bench",
                                1L,
                                held.Digest,
                                one.Host.Drifted ? 3L : 10L,
                                one.Host.StateJson(held),
                            ]
                    )
                );
                await write.ManyAsync(
                    Measurements,
                    hosts.ConvertAll(one => (object?[])[one.Host.Id, now - Hour, 10L, "InitCwnd", 1448L, 1000L * (1 + one.Number % 200)])
                );
                await write.ManyAsync(
                    Identities,
                    hosts.ConvertAll(one => (object?[])[$"i-{one.Number:D12}", one.Host.Id, now - past.Days * Day, one.Host.Identity])
                );
                await write.ManyAsync(
                    Verdicts,
                    hosts.ConvertAll(one => (object?[])[one.Host.Id, "Compliant", "seeded", now - 6 * Day, "bench", 1L, held.Digest, ""])
                );
                await write.ManyAsync(Changes, [.. hosts.SelectMany(one => History(one.Number, one.Host.Id, held.Digest, now, past))]);
                await write.ManyAsync(
                    Disturbances,
                    [.. hosts.Where(one => one.Number % 20 == 3).SelectMany(one => Disturbed(one.Host.Id, now))]
                );
                return 0;
            });
        }
    }

    private static object?[] HostRow(int number, SeededHost host, long now, SeededPast past) =>
        [
            host.Id,
            host.Facts.HostName,
            host.Facts.MachineId,
            host.SecretHash,
            host.Facts.Os,
            host.Facts.OsName,
            host.Facts.Kernel,
            host.Facts.AgentVersion,
            JsonSerializer.Serialize(host.Facts, WireJson.Default.HostFacts),
            number % 60L,
            now - past.Days * Day,
            ReportNumber,
        ];

    /// <summary>Compliant since the beginning, but for an hour.</summary>
    private static IEnumerable<object?[]> History(int number, string host, string digest, long now, SeededPast past)
    {
        yield return Change(0, now - past.Days * Day, "", "Compliant");
        if (past.Hour(number) is not { } hour)
            yield break;
        var at = now + hour * Hour;
        yield return Change(1, at, "Compliant", "Drifted");
        yield return Change(2, at + Hour, "Drifted", "Compliant");

        object?[] Change(int nth, long from, string former, string verdict) =>
            [$"c-{number:D12}-{nth}", host, from, verdict, "seeded", digest, from, "bench", 1L, "", from, former, Controls];
    }

    private static IEnumerable<object?[]> Disturbed(string host, long now) =>
        Writers.Select(writer =>
            (object?[])
                [
                    host,
                    now / Day,
                    writer.Length == 0 ? "Drifted" : "Repaired",
                    writer,
                    "ipv4 main default via 192.0.2.1 dev eth0",
                    3L,
                    now - Hour,
                ]
        );
}
