using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users;

/// <summary>
/// Accounts as clients read them: those of this server, then people of the identity provider who have been here or were provisioned.
/// </summary>
internal sealed class UserViews(Database database, OidcSettings? provider, TimeProvider clock)
{
    public Task<IReadOnlyList<UserSummary>> ListAsync(CancellationToken ct) =>
        database.ReadAsync<IReadOnlyList<UserSummary>>(
            async db =>
            {
                var tokens = await TokenQueries.OwnedAsync(db, clock.Now());
                var factors = await FactorQueries.OwnersAsync(db);
                return
                [
                    .. (await UserQueries.ListAsync(db)).Select(row => Summary(row, tokens, factors)),
                    .. provider is null
                        ? []
                        : (await OidcQueries.ListAsync(db, provider.Issuer)).Select(row => Summary(provider, row, tokens)),
                ];
            },
            ct
        );

    public Task<UserSummary?> FindAsync(string name, CancellationToken ct) =>
        database.ReadAsync(
            async db =>
            {
                var tokens = await TokenQueries.OwnedAsync(db, clock.Now());
                if (Accounts.ProviderName(name) is { } kept)
                    return provider is not null && await OidcQueries.ByNameAsync(db, kept) is { } person && person.Issuer == provider.Issuer
                        ? Summary(provider, person, tokens)
                        : null;
                return await UserQueries.FindAsync(db, name) is { } row ? Summary(row, tokens, await FactorQueries.OwnersAsync(db)) : null;
            },
            ct
        );

    private UserSummary Summary(UserRow row, IReadOnlyDictionary<string, int> tokens, IReadOnlySet<string> factors) =>
        new()
        {
            Name = row.Name,
            Grants = GrantsText.Read(row.Grants),
            Created = Clock.At(row.CreatedAt),
            SignedIn = Clock.At(row.SignedInAt),
            SignedInFrom = row.SignedInFrom.Length > 0 ? row.SignedInFrom : null,
            Locked = Clock.At(row.LockedAt),
            LockedReason = row.LockedReason.Length > 0 ? row.LockedReason : null,
            Pausing = row.LockedUntil > clock.Now() ? Clock.At(row.LockedUntil) : null,
            SecondFactor = factors.Contains(row.Name),
            Tokens = tokens.GetValueOrDefault(row.Name),
        };

    private static UserSummary Summary(OidcSettings provider, OidcAccountRow row, IReadOnlyDictionary<string, int> tokens) =>
        new()
        {
            Name = Accounts.NameOf(row),
            Provider = provider.Name,
            Grants = provider.Map.RightsOf(OidcGroups.Read(row.Groups)).Grants,
            Created = Clock.At(row.CreatedAt),
            SignedIn = row.SignedInAt > 0 ? Clock.At(row.SignedInAt) : null,
            Provisioned = Clock.At(row.ProvisionedAt),
            Locked = Clock.At(row.LockedAt),
            LockedReason = row.LockedAt is null ? null : $"Deactivated at {provider.Name}",
            Tokens = tokens.GetValueOrDefault(Accounts.NameOf(row)),
        };
}
