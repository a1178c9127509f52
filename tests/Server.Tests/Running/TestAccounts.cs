using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace IwTune.Server.Tests.Running;

internal static class TestAccounts
{
    private static readonly Lazy<string> Unused = new(() => Passwords.Hash(Secret.New()));

    /// <summary>An account whose person has chosen the password, as everyone has after the first sign-in.</summary>
    /// <returns>The password.</returns>
    public static async Task<string> AddAsync(RunningServer server, string name, params IReadOnlyList<AccessGrant> grants)
    {
        var password = await AddUser.RunAsync(server.Database, server.Clock, "test", name, grants);
        await OwnAsync(server, name);
        return password!;
    }

    /// <summary>
    /// A new account, and the cookies of a browser in which its person has signed in. The password is neither hashed nor checked, which
    /// would take a quarter of a second of a processor.
    /// </summary>
    public static async Task<IReadOnlyList<string>> SignedInAsync(RunningServer server, string name, IReadOnlyList<AccessGrant> grants)
    {
        var user = await server.Database.WriteAsync(async write =>
        {
            await UserQueries.InsertAsync(
                write,
                new UserRow
                {
                    Name = name,
                    PasswordHash = Unused.Value,
                    Grants = GrantsText.Write(grants),
                    SecurityStamp = Secret.New(),
                    CreatedAt = server.Clock.Now(),
                }
            );
            var text = $"User {name} is {GrantsText.Told(grants)}.";
            await AuditLog.AppendAsync(write, server.Clock, "test", AccountActions.Create, $"user:{name}", text);
            return (await UserQueries.FindAsync(write, name))!;
        });
        await using var scope = server.Get<IServiceScopeFactory>().CreateAsyncScope();
        var browser = new DefaultHttpContext { RequestServices = scope.ServiceProvider };
        browser.Connection.RemoteIpAddress = System.Net.IPAddress.Loopback;
        browser.Request.Scheme = Uri.UriSchemeHttps;
        Assert.Equal(SigningIn.Step.Done, await server.Get<SigningIn>().FinishAsync(browser, user, "password"));
        return [.. browser.Response.Headers[HeaderNames.SetCookie].OfType<string>()];
    }

    /// <summary>As if the person had chosen the password that the server made.</summary>
    public static Task<int> OwnAsync(RunningServer server, string name) =>
        server.Database.WriteAsync(write => write.ExecuteAsync("update users set password_until = null where name = @name", new { name }));
}
