using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>The rows that <see cref="HostDirectory"/> is made of.</summary>
internal static class MemberQueries
{
    // The facts of a hundred thousand hosts are read, not held.
    private const int Chunk = 1000;

    private sealed class MemberRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public string Os { get; init; } = "";
        public string Kernel { get; init; } = "";
        public string Facts { get; init; } = "";
        public string? State { get; init; }
        public string SecretHash { get; init; } = "";
        public string RekeyReason { get; init; } = "";
        public long? SeenAt { get; init; }
        public string? BootId { get; init; }
        public string? EarlierBoot { get; init; }
        public long? Counter { get; init; }
        public long? HeldSequence { get; init; }
        public string? HeldDigest { get; init; }
        public long? HeldExpires { get; init; }
        public string? StateHash { get; init; }
        public long? Kinds { get; init; }
    }

    public static async Task<IReadOnlyList<FleetHost>> AllAsync(DbSession db)
    {
        var labels = (await LabelQueries.AllAsync(db)).ToLookup(row => row.HostId, StringComparer.Ordinal);
        var members = new List<FleetHost>();
        for (var after = ""; ;)
        {
            var rows = await ChunkAsync(db, after);
            members.AddRange(rows.Select(row => Host(row, labels[row.Id])));
            if (rows.Count < Chunk)
                return members;
            after = rows[^1].Id;
        }
    }

    private static Task<IReadOnlyList<MemberRow>> ChunkAsync(DbSession db, string after) => db.ListAsync<MemberRow>(
        """
        select h.id, h.name, h.os, h.kernel, h.facts, s.state, h.secret_hash, h.rekey_reason,
               p.seen_at, p.boot_id, p.earlier_boot, p.counter, p.held_sequence, p.held_digest, p.held_expires, p.state_hash, o.kinds
        from hosts h left join presence p on p.host_id = h.id left join host_states s on s.host_id = h.id left join host_standings o on o.host_id = h.id
        where h.retired_at is null and h.id > @after order by h.id limit @Chunk
        """, new { after, Chunk });

    private static FleetHost Host(MemberRow row, IEnumerable<LabelRow> labels)
    {
        var identity = new HostIdentity(row.Id, row.Name, row.Os, row.Kernel, labels.ToDictionary(l => l.Key, l => l.Value, StringComparer.Ordinal))
            .With(JsonSerializer.Deserialize(row.Facts, WireJson.Default.HostFacts)!);
        if (row.State is { } state)
            identity = identity.With(JsonSerializer.Deserialize(state, WireJson.Default.HostState)!);
        var host = new FleetHost(identity, Convert.FromHexString(row.SecretHash)) { RekeyReason = row.RekeyReason, StandsOut = row.Kinds ?? 0 };
        if (row is { SeenAt: { } seen, HeldDigest: { } digest })
        {
            var held = digest.Length == 0 ? null : new HeldBundle(row.HeldSequence!.Value, digest, Clock.At(row.HeldExpires!.Value));
            host.Presence = new Presence(seen, row.BootId!, row.EarlierBoot!, row.Counter!.Value, held, row.StateHash!);
        }
        return host;
    }
}
