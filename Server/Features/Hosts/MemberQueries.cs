using System.Text.Json;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>The rows that <see cref="HostDirectory"/> is made of.</summary>
internal static class MemberQueries
{
    // The facts of a hundred thousand hosts are read, not held.
    private const int Chunk = 1000;

    private const string Columns = """
        select h.id, h.name, h.os, h.kernel, h.facts, s.state, h.secret_hash, h.rekey_reason,
               h.next_secret_hash, h.former_secret_hash, h.secret_at, h.rotate_asked_at, h.rotate_why, h.report_number, h.host_key,
               h.host_key_kind, h.host_key_at, p.seen_at, p.boot_id, p.earlier_boot, p.counter, p.held_sequence, p.held_digest,
               p.held_expires, p.state_hash, p.trust, o.kinds
        from hosts h left join presence p on p.host_id = h.id left join host_states s on s.host_id = h.id left
            join host_standings o on o.host_id = h.id
        """;

    private sealed class MemberRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public string Os { get; init; } = "";
        public string Kernel { get; init; } = "";
        public string Facts { get; init; } = "";
        public string? State { get; init; }
        public string SecretHash { get; init; } = "";
        public string NextSecretHash { get; init; } = "";
        public string FormerSecretHash { get; init; } = "";
        public long SecretAt { get; init; }
        public long? RotateAskedAt { get; init; }
        public string RotateWhy { get; init; } = "";
        public long ReportNumber { get; init; }
        public string HostKey { get; init; } = "";
        public string HostKeyKind { get; init; } = "";
        public long? HostKeyAt { get; init; }
        public string RekeyReason { get; init; } = "";
        public long? SeenAt { get; init; }
        public string? BootId { get; init; }
        public string? EarlierBoot { get; init; }
        public long? Counter { get; init; }
        public long? HeldSequence { get; init; }
        public string? HeldDigest { get; init; }
        public long? HeldExpires { get; init; }
        public string? StateHash { get; init; }
        public long? Trust { get; init; }
        public long? Kinds { get; init; }
    }

    public static async Task<IReadOnlyList<FleetHost>> AllAsync(DbSession db)
    {
        var labels = (await LabelQueries.AllAsync(db)).ToLookup(row => row.HostId, StringComparer.Ordinal);
        var members = new List<FleetHost>();
        for (var after = ""; ; )
        {
            var rows = await ChunkAsync(db, after);
            members.AddRange(rows.Select(row => Host(row, labels[row.Id])));
            if (rows.Count < Chunk)
                break;
            after = rows[^1].Id;
        }
        return WithShared(members, await CloneQueries.AllInForceAsync(db));
    }

    /// <summary>Those of these hosts that are members, in any order.</summary>
    public static async Task<IReadOnlyList<FleetHost>> ListAsync(DbSession db, IReadOnlyList<string> ids)
    {
        var rows = await db.ListAsync<MemberRow>(Columns + " where h.retired_at is null and h.id in @ids", new { ids });
        var labels = await LabelQueries.ListAsync(db, ids);
        return WithShared([.. rows.Select(row => Host(row, labels[row.Id]))], await CloneQueries.OfAsync(db, ids));
    }

    /// <summary>The stored presences of these hosts; none of hosts that never checked in.</summary>
    public static async Task<IReadOnlyList<(string Id, Presence Presence)>> PresencesAsync(DbSession db, IReadOnlyList<string> ids) =>
        [
            .. (
                await db.ListAsync<MemberRow>(
                    "select host_id as id, seen_at, boot_id, earlier_boot, counter, held_sequence, held_digest, held_expires, "
                        + "state_hash, trust from presence where host_id in @ids",
                    new { ids }
                )
            )
                .Where(row => row.SeenAt is not null)
                .Select(row => (row.Id, PresenceOf(row))),
        ];

    /// <summary>The lists of outstanding hosts that contain these hosts; hosts in no list are left out.</summary>
    public static async Task<IReadOnlyDictionary<string, long>> KindsAsync(DbSession db, IReadOnlyList<string> ids) =>
        (await db.ListAsync<MemberRow>("select host_id as id, kinds from host_standings where host_id in @ids", new { ids })).ToDictionary(
            row => row.Id,
            row => row.Kinds ?? 0,
            StringComparer.Ordinal
        );

    private static Task<IReadOnlyList<MemberRow>> ChunkAsync(DbSession db, string after) =>
        db.ListAsync<MemberRow>(Columns + " where h.retired_at is null and h.id > @after order by h.id limit @Chunk", new { after, Chunk });

    /// <summary>Of several cases of one host the latest counts.</summary>
    private static List<FleetHost> WithShared(List<FleetHost> members, IReadOnlyList<CloneRow> cases)
    {
        var shared = cases
            .GroupBy(row => row.HostId, StringComparer.Ordinal)
            .ToDictionary(of => of.Key, of => of.Last().InForce, StringComparer.Ordinal);
        foreach (var host in members)
            host.Shared = shared.GetValueOrDefault(host.Id);
        return members;
    }

    private static FleetHost Host(MemberRow row, IEnumerable<LabelRow> labels)
    {
        var identity = new HostIdentity(
            row.Id,
            row.Name,
            row.Os,
            row.Kernel,
            labels.ToDictionary(l => l.Key, l => l.Value, StringComparer.Ordinal)
        ).With(JsonSerializer.Deserialize(row.Facts, WireJson.Default.HostFacts)!);
        if (row.State is { } state)
            identity = identity.With(JsonSerializer.Deserialize(state, WireJson.Default.HostState)!);
        var host = new FleetHost(identity, Credential(row))
        {
            RekeyReason = row.RekeyReason,
            StandsOut = row.Kinds ?? 0,
            Reported = row.ReportNumber,
        };
        if (row is { SeenAt: not null, HeldDigest: not null })
        {
            host.Presence = PresenceOf(row);
            host.Issued = row.HeldSequence!.Value;
            host.Lineage.Begin(row.Counter!.Value);
        }
        return host;
    }

    private static Presence PresenceOf(MemberRow row)
    {
        var held =
            row.HeldDigest!.Length == 0 ? null : new HeldBundle(row.HeldSequence!.Value, row.HeldDigest, Clock.At(row.HeldExpires!.Value));
        return new(row.SeenAt!.Value, row.BootId!, row.EarlierBoot!, row.Counter!.Value, held, row.StateHash!)
        {
            Trust = row.Trust,
            Stored = true,
        };
    }

    private static HostCredential Credential(MemberRow row) =>
        new(
            Convert.FromHexString(row.SecretHash),
            Hash(row.NextSecretHash),
            Hash(row.FormerSecretHash),
            row.SecretAt,
            row.RotateAskedAt,
            row.RotateWhy,
            HostKey.Stored(row.HostKey, row.HostKeyKind, row.HostKeyAt)
        );

    private static byte[]? Hash(string hex) => hex.Length == 0 ? null : Convert.FromHexString(hex);
}
