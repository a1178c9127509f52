using IwTune.Server.Features.Users;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Running;

internal static class TestAccounts
{
    /// <summary>An account whose person has chosen the password, as everyone has after the first sign-in.</summary>
    /// <returns>The password.</returns>
    public static async Task<string> AddAsync(RunningServer server, string name, params IReadOnlyList<AccessGrant> grants)
    {
        var password = await AddUser.RunAsync(server.Database, server.Clock, "test", name, grants);
        await OwnAsync(server, name);
        return password!;
    }

    /// <summary>As if the person had chosen the password that the server made.</summary>
    public static Task<int> OwnAsync(RunningServer server, string name) =>
        server.Database.WriteAsync(write => write.ExecuteAsync("update users set password_until = null where name = @name", new { name }));
}
