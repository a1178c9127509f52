using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>The keys as clients read them.</summary>
internal static class KeyViews
{
    private const int MostStragglers = 100;

    public static Task<FleetKeys> AllAsync(Database database, CancellationToken ct) => database.ReadAsync(ReadAsync, ct);

    public static async Task<FleetKeys> ReadAsync(DbSession db)
    {
        var rows = await KeyQueries.ListAsync(db);
        var number = await KeyQueries.NumberAsync(db);
        // A host that enrolled after the last key was made got all keys at its enrolment.
        var latest = new KeyRow
        {
            Since = number,
            MadeAt = rows.Count == 0 ? 0 : rows.Max(row => Math.Max(row.MadeAt, Math.Max(row.RevokedAt ?? 0, row.RetiredAt ?? 0))),
        };
        return new(
            await KeyQueries.FleetAsync(db),
            number,
            View(rows),
            await KeyQueries.MembersAsync(db),
            await KeyQueries.CountBehindAsync(db, number, latest.MadeAt),
            await StragglersAsync(db, latest, MostStragglers)
        );
    }

    /// <summary>The keys alone, newest first.</summary>
    public static async Task<IReadOnlyList<FleetKey>> ListAsync(DbSession db) => View(await KeyQueries.ListAsync(db));

    /// <summary>The pin of the CA in use; <see langword="null"/> before the first start of a server.</summary>
    public static async Task<string?> PinAsync(DbSession db) =>
        (await ListAsync(db)).FirstOrDefault(key => key is { Kind: KeyKind.Authority, State: KeyState.InUse }) is { } used
            ? $"sha256:{used.Id}"
            : null;

    /// <summary>Members that have not received this key.</summary>
    public static async Task<IReadOnlyList<KeyStraggler>> StragglersAsync(DbSession db, KeyRow key, int limit) =>
        [
            .. (await KeyQueries.ListBehindAsync(db, key.Since, key.MadeAt, limit)).Select(row => new KeyStraggler(
                row.Id,
                row.Name,
                row.SeenAt is > 0 ? Clock.At(row.SeenAt.Value) : null,
                row.Trust
            )),
        ];

    private static IReadOnlyList<FleetKey> View(IReadOnlyList<KeyRow> rows) => [.. rows.Select(row => View(row, rows))];

    private static FleetKey View(KeyRow row, IReadOnlyList<KeyRow> rows)
    {
        var trusted = rows.Where(other => other.Kind == row.Kind && other.IsTrusted).ToList();
        // The newest signing key signs; of the CAs the oldest is in use until it is retired.
        var inUse = row.IsSigning ? trusted.FirstOrDefault() : trusted.LastOrDefault();
        var state =
            row.RetiredAt is not null ? KeyState.Retired
            : row.RevokedAt is not null ? KeyState.Revoked
            : row == inUse ? KeyState.InUse
            : row.IsSigning ? KeyState.Replaced
            : KeyState.Announced;
        return new(
            row.Id,
            row.IsSigning ? KeyKind.Signing : KeyKind.Authority,
            state,
            Clock.At(row.MadeAt),
            row.MadeBy,
            row.Reason,
            row.Since,
            row.Place
        );
    }
}
