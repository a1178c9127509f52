using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Users;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Tests.Features.Identity;

public sealed class PasswordsTests
{
    private const string Name = "ada";

    [Fact]
    public async Task A_hash_of_fewer_iterations_is_replaced_when_the_password_was_right_and_only_then()
    {
        await using var server = await RunningServer.StartAsync();
        var password = (await AddUser.RunAsync(server.Database, server.Clock, "test", Name, [new(Role.Viewer)]))!;
        var old = new PasswordHasher<string>(Options.Create(new PasswordHasherOptions { IterationCount = 100_000 })).HashPassword(
            "",
            password
        );
        var before = await UserAsync(server);
        Assert.Equal((true, false), (Passwords.IsOld(old), Passwords.IsOld(before.PasswordHash)));
        await server.Database.WriteAsync(write => UserQueries.PasswordAsync(write, Name, old, null, before.SecurityStamp));

        Assert.Null(await SignIn.CheckAsync(server.Database, server.Clock, Name, "a guess"));
        Assert.Equal(old, (await UserAsync(server)).PasswordHash);
        Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, Name, password));
        var renewed = await UserAsync(server);
        Assert.NotEqual(old, renewed.PasswordHash);
        Assert.False(Passwords.IsOld(renewed.PasswordHash));
        Assert.True(Passwords.Fits(renewed.PasswordHash, password));
        // Sessions stay: it is the same password.
        Assert.Equal(before.SecurityStamp, renewed.SecurityStamp);
        Assert.NotNull(await SignIn.CheckAsync(server.Database, server.Clock, Name, password));
        Assert.Equal(renewed.PasswordHash, (await UserAsync(server)).PasswordHash);
    }

    private static async Task<UserRow> UserAsync(RunningServer server) =>
        (await server.Database.ReadAsync(db => UserQueries.FindAsync(db, Name)))!;
}
