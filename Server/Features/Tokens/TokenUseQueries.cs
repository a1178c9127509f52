using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Tokens;

/// <summary>Hosts that enrolled with a token.</summary>
internal static class TokenUseQueries
{
    public const int Most = 1000;

    private sealed class UseRow
    {
        public string Id { get; init; } = "";
        public string Name { get; init; } = "";
        public long At { get; init; }
        public TokenUseState State { get; init; }
    }

    /// <summary>The latest first, at most <see cref="Most"/>.</summary>
    public static async Task<IReadOnlyList<TokenUse>> ListAsync(DbSession db, string tokenId, long now) =>
        [
            .. (
                await db.ListAsync<UseRow>(
                    """
                    select id, name, enrolled_at as at, case when retired_at is null then 'Member' else 'Retired' end as state from hosts
                        where token_id = @tokenId
                    union all select id, name, asked_at as at, case when refused_at is not null then 'Refused' when lapses_at <= @now then
                    'Lapsed' else 'Waiting' end as state from pending_hosts where token_id = @tokenId order by id desc limit @Most
                    """,
                    new
                    {
                        tokenId,
                        now,
                        Most,
                    }
                )
            ).Select(row => new TokenUse(row.Id, row.Name, Clock.At(row.At), row.State)),
        ];
}
