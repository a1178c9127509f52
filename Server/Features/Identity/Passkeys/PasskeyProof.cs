using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Identity;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>
/// A key pair in a person's authenticator (WebAuthn), which opens it by PIN or body only: two factors in one, bound to this server's name,
/// so that no other page can use it. The framework's handler makes the challenges and judges the answers.
/// </summary>
internal sealed class PasskeyProof(IPasskeyHandler<UserRow> handler, PasskeyPending pending, Database database, TimeProvider clock)
{
    public const int LongestTitle = 60,
        LargestAnswer = 16 * 1024,
        Most = 20;

    /// <summary>Browsers bind passkeys to names; there are none for an address (WebAuthn §5.1.3: the RP ID is a domain).</summary>
    public static bool FitFor(HostString host) => Uri.CheckHostName(host.Host) == UriHostNameType.Dns;

    /// <returns>The question to the browser, as JSON.</returns>
    public async Task<string> AskForNewAsync(HttpContext context, string name, string title)
    {
        var handle = await database.ReadAsync(db => PasskeyQueries.HandleAsync(db, name)) ?? Secret.New();
        var options = await handler.MakeCreationOptionsAsync(
            new()
            {
                Id = handle,
                Name = name,
                DisplayName = name,
            },
            context
        );
        pending.Leave(context, new(name, title, options.AttestationState ?? ""));
        return options.CreationOptionsJson;
    }

    /// <returns>What is wrong; <see langword="null"/> when it is kept.</returns>
    public async Task<string?> KeepAsync(HttpContext context, string name, string answer)
    {
        if (pending.Take(context) is not { } asked || asked.Name != name || answer.Length > LargestAnswer)
            return "It took too long, or was started in another browser. Start again.";
        var result = await handler.PerformAttestationAsync(
            new()
            {
                HttpContext = context,
                CredentialJson = answer,
                AttestationState = asked.State,
            }
        );
        if (!result.Succeeded)
            return "The browser sent no valid passkey for this server.";
        return await database.WriteAsync<string?>(async write =>
        {
            // Removed or reset meanwhile: a passkey would open the account to the person who just lost it, or a later one of its name.
            if (
                await SessionQueries.FindAsync(write, context.User.Id(), clock.Now()) is not { Kind: Accounts.Local } session
                || session.Name != name
                || session.Stamp != session.AccountStamp
            )
                return "Your session ended meanwhile. Sign in again.";
            if ((await PasskeyQueries.ListAsync(write, name)).Count >= Most)
                return $"You already have {Most} passkeys; remove one first.";
            var row = new PasskeyRow
            {
                Id = PasskeyRow.IdOf(result.Passkey.CredentialId),
                Name = name,
                Handle = result.UserEntity.Id,
                Title = asked.Title,
                Passkey = PasskeyRow.Write(result.Passkey),
                CreatedAt = clock.Now(),
            };
            if (await PasskeyQueries.InsertAsync(write, row) == 0)
                return "This passkey is already registered.";
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.AddPasskey,
                $"user:{name}",
                $"User {name} added the passkey ‘{row.Title}’."
            );
            return null;
        });
    }

    /// <returns>The challenge to the browser, as JSON. It names no person: the authenticator knows whose passkeys it has.</returns>
    public async Task<string> AskAsync(HttpContext context)
    {
        var options = await handler.MakeRequestOptionsAsync(null, context);
        pending.Leave(context, new("", "", options.AssertionState ?? ""));
        return options.RequestOptionsJson;
    }

    /// <returns>The account, and what its passkey is called; <see langword="null"/> when nothing is proved.</returns>
    public async Task<(UserRow User, string Title)?> CheckAsync(HttpContext context, string answer)
    {
        if (pending.Take(context) is not { Name: "" } asked || answer.Length > LargestAnswer)
            return null;
        var result = await handler.PerformAssertionAsync(
            new()
            {
                HttpContext = context,
                CredentialJson = answer,
                AssertionState = asked.State,
            }
        );
        if (!result.Succeeded)
            return null;
        var id = PasskeyRow.IdOf(result.Passkey.CredentialId);
        await database.WriteAsync(write => PasskeyQueries.UsedAsync(write, id, PasskeyRow.Write(result.Passkey), clock.Now()));
        return (result.User, result.Passkey.Name ?? "");
    }

    public Task<IReadOnlyList<PasskeyRow>> ListAsync(string name) => database.ReadAsync(db => PasskeyQueries.ListAsync(db, name));

    /// <returns>False when it is none of the person's.</returns>
    public static Task<bool> RemoveAsync(Database database, TimeProvider clock, string name, string id) =>
        database.WriteAsync(async write =>
        {
            if (await PasskeyQueries.FindAsync(write, id) is not { } row || await PasskeyQueries.RemoveAsync(write, name, id) == 0)
                return false;
            await AuditLog.AppendAsync(
                write,
                clock,
                $"user:{name}",
                AccountActions.RemovePasskey,
                $"user:{name}",
                $"User {name} removed the passkey ‘{row.Title}’."
            );
            return true;
        });
}
