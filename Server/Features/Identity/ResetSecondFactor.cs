using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity;

/// <summary>For a lost phone: removes a user's app, codes and passkeys. The sessions end; where one is required, a new one is set up at the next sign-in.</summary>
internal static class ResetSecondFactor
{
    /// <returns>False when there was none.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string name) => database.WriteAsync(async write =>
    {
        if (!await SecondFactor.ResetAsync(write, clock, actor, name))
            return false;
        await SessionQueries.EndAllAsync(write, Accounts.Local, name);
        return true;
    });
}
