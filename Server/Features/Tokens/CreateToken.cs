using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Tokens;

/// <summary>Makes a token. Used by the API, the console and the command line.</summary>
internal static class CreateToken
{
    private const long LeastLife = 60, MostLife = 366L * 86_400;
    private const int MaxName = 100, MaxUses = 1_000_000;

    /// <summary>Everything that is wrong with the request, a sentence each.</summary>
    public static IReadOnlyList<string> Problems(CreateTokenRequest request)
    {
        var problems = new List<string>();
        if (!Enum.IsDefined(request.Kind))
            problems.Add("kind: is 'Enrolment' or 'Api'");
        if (!Enum.IsDefined(request.Scope))
            problems.Add("scope: is 'Read', 'Operate' or 'Admin'");
        if (request.Name is null || request.Name.Length > MaxName || request.Name.Any(char.IsControl))
            problems.Add($"name: at most {MaxName} printable characters");
        if (request.LifeSeconds is < LeastLife or > MostLife)
            problems.Add($"lifeSeconds: {request.LifeSeconds} is outside {LeastLife}..{MostLife}");
        if (request.Uses is < 1 or > MaxUses)
            problems.Add($"uses: {request.Uses} is outside 1..{MaxUses}");
        if (request is { Kind: TokenKind.Api, Uses: not null })
            problems.Add("uses: only an enrolment token is used up");
        if (request is { Kind: TokenKind.Api, Labels.Count: > 0 })
            problems.Add("labels: only an enrolment token gives labels");
        problems.AddRange(request.Labels is null ? ["labels: may not be null"] : Labels.Problems(request.Labels));
        return problems;
    }

    /// <param name="database">The store.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who makes it.</param>
    /// <param name="request">Without problems.</param>
    /// <param name="person">Who stands behind the actor, when that is a token.</param>
    /// <returns>The secret, shown once, and the token as listed.</returns>
    public static async Task<(string Secret, TokenSummary Summary)> RunAsync(
        Database database, TimeProvider clock, string actor, CreateTokenRequest request, string? person = null)
    {
        var enrolment = request.Kind == TokenKind.Enrolment;
        var secret = Secret.New(enrolment ? "iwte_" : "iwta_");
        var id = clock.NewId();
        var row = new TokenRow
        {
            Id = id,
            Kind = request.Kind.ToString(),
            Name = request.Name.Length > 0 ? request.Name : $"{(enrolment ? "join" : "api")}-{id[^6..]}",
            Prefix = Secret.PrefixOf(secret),
            Hash = Secret.HashOf(secret),
            Scope = enrolment ? null : request.Scope.ToString(),
            UsesLeft = request.Uses,
            Labels = JsonSerializer.Serialize(request.Labels),
            Author = actor,
            Person = person ?? actor,
            CreatedAt = clock.Now(),
            ExpiresAt = clock.Now() + request.LifeSeconds * 1000,
        };
        await database.WriteAsync(async write =>
        {
            await TokenQueries.InsertAsync(write, row);
            await AuditLog.AppendAsync(write, clock, actor, "token.create", $"token:{row.Id}", Told(row));
            return 0;
        });
        return (secret, row.Summary());
    }

    private static string Told(TokenRow row) => row.Scope is { } scope
        ? $"API token {row.Name} ({row.Prefix}…) may {scope.ToLowerInvariant()} until {Clock.At(row.ExpiresAt):u}."
        : $"Enrolment token {row.Name} ({row.Prefix}…) lets {(row.UsesLeft is { } uses ? $"{uses} host(s)" : "any number of hosts")} join until {Clock.At(row.ExpiresAt):u}.";
}
