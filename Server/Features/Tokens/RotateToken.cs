using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

/// <summary>
/// Makes the successor of a token: same name, roles and owner, another secret. The old one lapses when the overlap is over.
/// </summary>
internal static class RotateToken
{
    public const string NotValid = "It is no longer valid, or already has a successor.";
    private const long MostOverlap = 30L * 86_400;

    public static IReadOnlyList<string> Problems(RotateTokenRequest request)
    {
        var problems = new List<string>();
        if (request.OverlapSeconds is < 0 or > MostOverlap)
            problems.Add($"overlapSeconds: {request.OverlapSeconds} is outside 0..{MostOverlap}");
        if (request.LifeSeconds is { } life && CreateToken.LifeProblem(life) is { } problem)
            problems.Add(problem);
        return problems;
    }

    /// <returns>The new secret; <see langword="null"/> when the token is not valid any more, or was replaced before.</returns>
    public static async Task<(string Secret, TokenSummary Summary)?> RunAsync(
        Database database,
        TimeProvider clock,
        string actor,
        string id,
        RotateTokenRequest request
    ) =>
        await database.WriteAsync<(string, TokenSummary)?>(async write =>
        {
            var now = clock.Now();
            if (
                await TokenQueries.FindAsync(write, id) is not { } old
                || old.RevokedAt is not null
                || old.ExpiresAt <= now
                || old.Successor is not null
            )
                return null;
            var secret = Secret.New("iwta_");
            var row = new TokenRow
            {
                Id = clock.NewId(),
                Kind = old.Kind,
                Name = old.Name,
                Prefix = Secret.PrefixOf(secret),
                Hash = Secret.HashOf(secret),
                Grants = old.Grants,
                Owner = old.Owner,
                Labels = old.Labels,
                Author = actor,
                Person = old.Behind,
                CreatedAt = now,
                ExpiresAt = now + (request.LifeSeconds is { } life ? life * 1000 : old.ExpiresAt - old.CreatedAt),
            };
            await CreateToken.StoreAsync(write, clock, actor, row);
            var until = Math.Min(old.ExpiresAt, now + request.OverlapSeconds * 1000);
            await TokenQueries.SucceedAsync(write, id, row.Id, until);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                TokenActions.Rotate,
                $"token:{id}",
                $"Token {old.Name} ({old.Prefix}…) is replaced by {row.Prefix}… and expires at {Clock.At(until):u}."
            );
            return (secret, row.Summary());
        });
}
