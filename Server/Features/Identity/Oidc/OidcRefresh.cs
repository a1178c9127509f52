using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Asks the provider again, while a session lasts, for the person's identity and groups.</summary>
internal sealed partial class OidcRefresh(
    IServiceProvider services,
    ServerOptions options,
    Database database,
    IDataProtectionProvider protection,
    TimeProvider clock,
    ILogger<OidcRefresh> log
)
{
    /// <summary>How long a page waits for the provider.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <returns>
    /// The present session; <see langword="null"/> when the provider no longer confirms the person, and it is over. A provider that is
    /// down, or that does not accept this server, ends nothing before the session's own end.
    /// </returns>
    public async Task<SessionRow?> CurrentAsync(SessionRow session, long now)
    {
        if (options.Oidc is not { } settings)
            return null;
        if (session.RefreshAt is not { } due || due > now)
            return session;
        // One of several concurrent requests asks; the others continue with the known data.
        var next = now + (long)options.SessionRefresh.TotalMilliseconds;
        if (await database.WriteAsync(write => SessionQueries.ClaimRefreshAsync(write, session.Id, due, next)) == 0)
            return session;
        var asked = TryAsync(services.GetRequiredService<ProviderLink>(), settings, session, now);
        try
        {
            return await asked.WaitAsync(Patience, clock)
                ? await database.ReadAsync(db => SessionQueries.FindAsync(db, session.Id, now))
                : null;
        }
        catch (TimeoutException)
        {
            // What it answers later counts for the next call.
            return session;
        }
    }

    /// <returns>Whether the session continues.</returns>
    private async Task<bool> TryAsync(ProviderLink provider, OidcSettings settings, SessionRow session, long now)
    {
        try
        {
            return await AskAsync(provider, settings, session, now);
        }
        catch (OidcException failed) when (failed.Fault is OidcFault.Unreachable or OidcFault.Misconfigured)
        {
            NotRefreshed(ShownText.OneLine(failed.Message));
            return true;
        }
    }

    private async Task<bool> AskAsync(ProviderLink provider, OidcSettings settings, SessionRow session, long now)
    {
        var account = await database.ReadAsync(db => OidcQueries.ByNameAsync(db, session.Name));
        var tokens = OidcTokens.Open(protection, session.Sealed);
        if (account is null || tokens is null || account.Issuer != settings.Issuer)
            return await EndAsync(session, "its account no longer belongs to this provider");
        if (tokens.Until <= now && tokens.Refresh is not null)
        {
            var (answer, granted) = await provider.TokenAsync(
                new(StringComparer.Ordinal) { ["grant_type"] = "refresh_token", ["refresh_token"] = tokens.Refresh },
                CancellationToken.None
            );
            if (!granted)
                return await EndAsync(session, "the provider does not renew it");
            tokens = OidcTokens.Of(answer, clock, tokens);
            await database.WriteAsync(write => SessionQueries.SealAsync(write, session.Id, tokens.Seal(protection)));
        }
        if (string.IsNullOrEmpty((await provider.Configuration.GetConfigurationAsync(CancellationToken.None)).UserInfoEndpoint))
            return true;
        if (
            await provider.UserInfoAsync(tokens.Access, CancellationToken.None) is not { } info
            || Claims.Text(info, "sub") != account.Subject
        )
            return await EndAsync(session, "the provider no longer confirms it");
        // SCIM says which groups a provisioned person is in.
        if (account.ScimId is not null)
            return true;
        // A provider that puts groups into the ID token only says nothing here: they hold until the next sign-in.
        if (
            !info.TryGetProperty(settings.GroupsClaim, out _)
            && OidcGroups.Read(account.Groups).Count > 0
            && tokens.Id is not null
            && HasGroups(tokens.Id, settings)
        )
            return true;
        var groups = Claims.Texts(info, settings.GroupsClaim);
        if (OidcGroups.Write(groups) == account.Groups)
            return true;
        var kept = await database.WriteAsync(async write =>
        {
            // While the provider was asked, SCIM may have taken the account over, or have removed it and made another of its name.
            if (await OidcQueries.ByNameAsync(write, account.Name) is not { ScimId: null } now || now.Subject != account.Subject)
                return false;
            await OidcQueries.GroupsAsync(write, account.Name, OidcGroups.Write(groups));
            await AuditLog.AppendAsync(
                write,
                clock,
                session.Actor,
                SessionActions.Groups,
                session.Actor,
                $"{settings.Name} says now: {OidcGroups.Told(groups)}."
            );
            return true;
        });
        // What the account is now counts for its sessions from this call on.
        return !kept || settings.Map.Of(groups).Count > 0 || await EndAsync(session, "no group of the person has a role now");
    }

    private static bool HasGroups(string idToken, OidcSettings settings) =>
        ProviderTokens.Payload(idToken) is { } claims && claims.TryGetProperty(settings.GroupsClaim, out _);

    private Task<bool> EndAsync(SessionRow session, string why) =>
        database.WriteAsync(async write =>
        {
            await SessionQueries.EndAsync(write, session.Kind, session.Name, session.Id);
            await AuditLog.AppendAsync(write, clock, "server", SessionActions.End, session.Actor, $"A session ended: {why}.");
            return false;
        });

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "The OpenID provider did not confirm a session; sessions continue with the known groups. {Reason}"
    )]
    private partial void NotRefreshed(string reason);
}
