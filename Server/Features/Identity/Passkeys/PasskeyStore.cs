using IwTune.Server.Features.Users;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Identity;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>
/// The framework's store interface of passkeys, over our store. The rest of an Identity store is done by this slice and its neighbours, in
/// transactions with their audit entries, and is not offered.
/// </summary>
internal sealed class PasskeyStore(Database database) : IUserPasskeyStore<UserRow>
{
    /// <param name="userId">What the authenticator calls the person.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public Task<UserRow?> FindByIdAsync(string userId, CancellationToken cancellationToken) =>
        database.ReadAsync(db => PasskeyQueries.ByHandleAsync(db, userId), cancellationToken);

    public async Task<string> GetUserIdAsync(UserRow user, CancellationToken cancellationToken) =>
        await database.ReadAsync(db => PasskeyQueries.HandleAsync(db, user.Name), cancellationToken) ?? "";

    public Task<string?> GetUserNameAsync(UserRow user, CancellationToken cancellationToken) => Task.FromResult<string?>(user.Name);

    public Task<UserRow?> FindByPasskeyIdAsync(byte[] credentialId, CancellationToken cancellationToken) =>
        database.ReadAsync(db => PasskeyQueries.OwnerAsync(db, PasskeyRow.IdOf(credentialId)), cancellationToken);

    public async Task<UserPasskeyInfo?> FindPasskeyAsync(UserRow user, byte[] credentialId, CancellationToken cancellationToken) =>
        await database.ReadAsync(db => PasskeyQueries.FindAsync(db, PasskeyRow.IdOf(credentialId)), cancellationToken) is { } row
        && row.Name == user.Name
            ? row.Read()
            : null;

    public async Task<IList<UserPasskeyInfo>> GetPasskeysAsync(UserRow user, CancellationToken cancellationToken) =>
        [.. (await database.ReadAsync(db => PasskeyQueries.ListAsync(db, user.Name), cancellationToken)).Select(row => row.Read())];

    public Task AddOrUpdatePasskeyAsync(UserRow user, UserPasskeyInfo passkey, CancellationToken cancellationToken) => throw Elsewhere();

    public Task RemovePasskeyAsync(UserRow user, byte[] credentialId, CancellationToken cancellationToken) => throw Elsewhere();

    public Task<IdentityResult> CreateAsync(UserRow user, CancellationToken cancellationToken) => throw Elsewhere();

    public Task<IdentityResult> UpdateAsync(UserRow user, CancellationToken cancellationToken) => throw Elsewhere();

    public Task<IdentityResult> DeleteAsync(UserRow user, CancellationToken cancellationToken) => throw Elsewhere();

    public Task<UserRow?> FindByNameAsync(string normalizedUserName, CancellationToken cancellationToken) => throw Elsewhere();

    public Task<string?> GetNormalizedUserNameAsync(UserRow user, CancellationToken cancellationToken) => throw Elsewhere();

    public Task SetNormalizedUserNameAsync(UserRow user, string? normalizedName, CancellationToken cancellationToken) => throw Elsewhere();

    public Task SetUserNameAsync(UserRow user, string? userName, CancellationToken cancellationToken) => throw Elsewhere();

    public void Dispose()
    {
        // The database is the server's.
    }

    private static NotSupportedException Elsewhere() =>
        new("The framework's passkey handler reads only; what changes an account is in Features/Identity.");
}
