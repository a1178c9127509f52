using System.Security.Cryptography;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>What a person has besides the password: an authenticator app with recovery codes.</summary>
internal sealed class SecondFactor(Database database, IDataProtectionProvider protection, TimeProvider clock)
{
    /// <summary>A recovery code with room for blanks beside its hyphens.</summary>
    public const int LongestCode = 64;

    /// <summary>Of the cookie keys, for the keys of apps.</summary>
    public const string Purpose = "IwTune.Server.SecondFactor";

    private readonly IDataProtector _protector = protection.CreateProtector(Purpose);

    public Task<FactorState> StateAsync(string name) =>
        database.ReadAsync(async db => new FactorState(
            (await FactorQueries.FindAsync(db, name))?.ConfirmedAt is not null,
            (int)await FactorQueries.CodesLeftAsync(db, name)
        ));

    /// <summary>The key to show, made at the first call and the same until its first code fitted.</summary>
    /// <returns><see langword="null"/> when an app is set up already, or the account was removed.</returns>
    public Task<byte[]?> BeginAsync(string name) =>
        database.WriteAsync<byte[]?>(async write =>
        {
            // A later account of the same name must not find it.
            if (await UserQueries.FindAsync(write, name) is null)
                return null;
            var row = await FactorQueries.FindAsync(write, name);
            if (row?.ConfirmedAt is not null)
                return null;
            if (row is not null && Open(row) is { } begun)
                return begun;
            await FactorQueries.RemoveAsync(write, name);
            var secret = RandomNumberGenerator.GetBytes(Totp.SecretBytes);
            await FactorQueries.InsertAsync(
                write,
                new()
                {
                    Name = name,
                    Sealed = Convert.ToBase64String(_protector.Protect(secret)),
                    MadeAt = clock.Now(),
                }
            );
            return secret;
        });

    /// <summary>The first code proves that the app has the key.</summary>
    /// <returns>The recovery codes, shown once; <see langword="null"/> when the code does not fit.</returns>
    public Task<IReadOnlyList<string>?> ConfirmAsync(string name, string code) =>
        database.WriteAsync<IReadOnlyList<string>?>(async write =>
        {
            var row = await FactorQueries.FindAsync(write, name);
            if (
                row is not { ConfirmedAt: null }
                || Open(row) is not { } secret
                || Totp.Fits(secret, Plain(code), clock.GetUtcNow(), 0) is not { } step
                || await FactorQueries.ConfirmAsync(write, name, clock.Now(), step) == 0
            )
                return null;
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.AddFactor,
                $"user:{name}",
                $"User {name} set up an authenticator app."
            );
            return await NewCodesAsync(write, name);
        });

    public Task<IReadOnlyList<string>> NewCodesAsync(string name) =>
        database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.MakeCodes,
                $"user:{name}",
                $"User {name} created new recovery codes; the old ones are void."
            );
            return await NewCodesAsync(write, name);
        });

    /// <returns>
    /// How it was proved, <c>authenticator app</c> or <c>recovery code</c>; <see langword="null"/> when it was not. A code is good once.
    /// </returns>
    public Task<string?> CheckAsync(string name, string code) =>
        database.WriteAsync<string?>(async write =>
        {
            if (code.Length > LongestCode || await FactorQueries.FindAsync(write, name) is not { ConfirmedAt: not null } row)
                return null;
            if (
                Open(row) is { } secret
                && Totp.Fits(secret, Plain(code), clock.GetUtcNow(), row.LastStep) is { } step
                && await FactorQueries.TakeStepAsync(write, name, step) > 0
            )
                return "authenticator app";
            if (await FactorQueries.TakeCodeAsync(write, name, RecoveryCodes.HashOf(code), clock.Now()) == 0)
                return null;
            var left = await FactorQueries.CodesLeftAsync(write, name);
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.UseCode,
                $"user:{name}",
                $"A recovery code was used; {left} are left."
            );
            return "recovery code";
        });

    /// <summary>Removes the app and its codes.</summary>
    public Task<bool> RemoveAppAsync(string name) =>
        database.WriteAsync(async write =>
        {
            if (await FactorQueries.RemoveAsync(write, name) == 0)
                return false;
            await FactorQueries.RemoveCodesAsync(write, name);
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.RemoveFactor,
                $"user:{name}",
                $"User {name} removed the authenticator app."
            );
            return true;
        });

    /// <summary>False when the cookie key that sealed it is gone: then no code fits.</summary>
    public bool Opens(FactorRow row) => Open(row) is not null;

    private static async Task<IReadOnlyList<string>> NewCodesAsync(DbSession write, string name)
    {
        var codes = RecoveryCodes.New();
        await FactorQueries.WriteCodesAsync(write, name, codes);
        return codes;
    }

    private static string Plain(string code) => string.Concat(code.Where(c => !char.IsWhiteSpace(c)));

    // Null when the keys it was encrypted with are gone: a restored store without them.
    private byte[]? Open(FactorRow row)
    {
        try
        {
            return _protector.Unprotect(Convert.FromBase64String(row.Sealed));
        }
        catch (CryptographicException)
        {
            return null;
        }
    }
}

/// <summary>What an account has besides its password.</summary>
/// <param name="App">An authenticator app is set up.</param>
/// <param name="Codes">Recovery codes left.</param>
public sealed record FactorState(bool App, int Codes);
