using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Tokens;

/// <summary>Makes a token. Used by the API, the console and the command line.</summary>
internal static class CreateToken
{
    public const string OwnerGone = "The account that it is for was removed or locked meanwhile.";
    public const long MostLife = 366L * 86_400;
    public const int MaxUses = 1_000_000;
    private const long LeastLife = 60;
    private const int MaxName = 100;

    /// <summary>Everything that is wrong with the request, a sentence each.</summary>
    public static IReadOnlyList<string> Problems(CreateTokenRequest request)
    {
        var problems = new List<string>();
        if (!Enum.IsDefined(request.Kind))
            problems.Add("kind: must be 'Enrolment' or 'Api'");
        if (request.Scope is { } scope && !Enum.IsDefined(scope))
            problems.Add("scope: must be 'Read', 'Operate' or 'Admin'");
        if (request is { Scope: not null, Grants.Count: > 0 })
            problems.Add("scope: replaced by roles; give only grants");
        problems.AddRange(GrantsText.Problems(request.Grants));
        if (request is { Kind: TokenKind.Enrolment, Personal: true } or { Kind: TokenKind.Enrolment, Grants.Count: > 0 })
            problems.Add("grants: only an API token has roles or an owner");
        if (request.Name is null || request.Name.Length > MaxName || !ShownText.IsPlain(request.Name))
            problems.Add($"name: at most {MaxName} printable characters");
        if (LifeProblem(request.LifeSeconds) is { } life)
            problems.Add(life);
        if (request.Uses is < 1 or > MaxUses)
            problems.Add($"uses: {request.Uses} is outside 1..{MaxUses}");
        if (request is { Kind: TokenKind.Api, Uses: not null })
            problems.Add("uses: only for enrolment tokens");
        if (request is { Kind: TokenKind.Api, Labels.Count: > 0 })
            problems.Add("labels: only for enrolment tokens");
        if (request.Kind == TokenKind.Api && (request.Approve || request.NamePattern is not "" || request.Networks is { Count: > 0 }))
            problems.Add("approve, namePattern, networks: only for enrolment tokens");
        if (
            request.NamePattern is null
            || request.NamePattern.Length > MaxName
            || !ShownText.IsPlain(request.NamePattern)
            || request.NamePattern.Any(char.IsWhiteSpace)
        )
            problems.Add($"namePattern: at most {MaxName} characters without spaces, such as web-*");
        problems.AddRange(Networks.Problems(request.Networks));
        problems.AddRange(request.Labels is null ? ["labels: may not be null"] : Labels.Problems(request.Labels));
        return problems;
    }

    public static string? LifeProblem(long seconds) =>
        seconds is < LeastLife or > MostLife ? $"lifeSeconds: {seconds} is outside {LeastLife}..{MostLife}" : null;

    /// <param name="database">The store.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who makes it.</param>
    /// <param name="request">Without problems.</param>
    /// <param name="person">Who stands behind the actor, when that is a token.</param>
    /// <param name="owner">The user it acts as; <see langword="null"/> for a service token.</param>
    /// <returns>
    /// The secret, shown once, and the token as listed; <see langword="null"/> when the owner's account was removed or locked meanwhile.
    /// </returns>
    public static async Task<(string Secret, TokenSummary Summary)?> RunAsync(
        Database database,
        TimeProvider clock,
        string actor,
        CreateTokenRequest request,
        string? person = null,
        string? owner = null
    )
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
            Grants = GrantsText.Write(enrolment ? [] : GrantsOf(request)),
            Owner = owner,
            UsesLeft = request.Uses,
            Labels = JsonSerializer.Serialize(request.Labels),
            Approve = request.Approve,
            NamePattern = request.NamePattern,
            Networks = string.Join(',', request.Networks),
            Author = actor,
            Person = person ?? actor,
            CreatedAt = clock.Now(),
            ExpiresAt = clock.Now() + request.LifeSeconds * 1000,
        };
        return await database.WriteAsync(async write =>
        {
            // A later account of the same name would have it.
            if (owner is not null && !await IsThereAsync(write, owner))
                return false;
            await StoreAsync(write, clock, actor, row);
            return true;
        })
            ? (secret, row.Summary())
            : null;
    }

    private static async Task<bool> IsThereAsync(DbSession write, string owner) =>
        Accounts.ProviderName(owner) is { } name
            ? await OidcQueries.ByNameAsync(write, name) is { LockedAt: null }
            : await UserQueries.FindAsync(write, owner) is { LockedAt: null };

    /// <summary>Within the caller's transaction.</summary>
    public static async Task StoreAsync(DbSession write, TimeProvider clock, string actor, TokenRow row)
    {
        await TokenQueries.InsertAsync(write, row);
        await AuditLog.AppendAsync(write, clock, actor, TokenActions.Create, $"token:{row.Id}", Told(row));
    }

    /// <summary>The requested roles; those of an operator without any, as before roles existed.</summary>
    public static IReadOnlyList<AccessGrant> GrantsOf(CreateTokenRequest request) =>
        request.Grants.Count > 0 || (request.Personal && request.Scope is null)
            ? request.Grants
            : [GrantsText.Of(request.Scope ?? TokenScope.Operate)];

    private static string May(TokenRow row) =>
        row.Owner is not null && GrantsText.Read(row.Grants).Count == 0
            ? "has all permissions of its owner"
            : $"is {GrantsText.Told(GrantsText.Read(row.Grants))}";

    private static string Told(TokenRow row) =>
        row.Kind == nameof(TokenKind.Api)
            ? $"API token {row.Name} ({row.Prefix}…) {(row.Owner is { } owner ? $"acts as {owner}, " : "")}{May(row)} until "
                + $"{Clock.At(row.ExpiresAt):u}."
            : $"Enrolment token {row.Name} ({row.Prefix}…) lets "
                + $"{(row.UsesLeft is { } uses ? $"{uses} host(s)" : "any number of hosts")} enrol until "
                + $"{Clock.At(row.ExpiresAt):u}{Restricted(row)}.";

    private static string Restricted(TokenRow row) =>
        (row.NamePattern.Length > 0 ? $", named {row.NamePattern}" : "")
        + (row.Networks.Length > 0 ? $", from {row.Networks}" : "")
        + (row.Approve ? ", each when an administrator approves it" : "");
}
