using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Identity.Sessions;

namespace IwTune.Server.Features.Users;

/// <summary>Ends every session of an account, also of one that the provider keeps. Its tokens stay.</summary>
internal static class SignOutUser
{
    /// <returns>How many browsers were signed out, besides the outcome.</returns>
    public static async Task<(UserOutcome Outcome, int Ended)> RunAsync(UserChange by, string name, string? reason)
    {
        var ended = 0;
        var outcome = Accounts.ProviderName(name) is { } kept
            ? UserChange.ReasonProblem(reason)
                ?? await by.Database.WriteAsync(async write =>
                {
                    if (await OidcQueries.ByNameAsync(write, kept) is null)
                        return UserOutcome.Unknown(name);
                    ended = await SessionQueries.EndAllAsync(write, Accounts.Provider, kept);
                    await AuditLog.AppendAsync(write, by.Clock, by.Actor, SessionActions.End, name, Told(ended), reason!.Trim());
                    return new();
                })
            : await by.RunAsync(
                name,
                reason,
                (_, _) => Task.FromResult<string?>(null),
                async (write, _) =>
                {
                    ended = await SessionQueries.EndAllAsync(write, Accounts.Local, name);
                    return (SessionActions.End, Told(ended));
                }
            );
        return (outcome, ended);
    }

    private static string Told(int ended) => ended == 1 ? "Signed out 1 browser." : $"Signed out {ended} browsers.";
}
