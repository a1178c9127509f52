using System.CommandLine;
using IwTune.Server.Cli;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Hosting;

/// <summary>Cookie keys that are gone, with what only they open.</summary>
public sealed class LostCookieKeysTests
{
    private const string Name = "ada";

    [Fact]
    public async Task A_server_does_not_start_without_them_while_the_store_has_something_that_they_sealed()
    {
        var server = await SealedAsync();
        await LoseAsync(server);
        // The first start must not make a key that the second one takes for the one that was there.
        await Assert.ThrowsAsync<StorageUnusableException>(() => RunningServer.StartAsync(server.Data));
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => RunningServer.StartAsync(server.Data));
        Assert.Contains(
            "1 authenticator app (ada) in the store was sealed with cookie keys that are gone.",
            refused.Message,
            StringComparison.Ordinal
        );
        Assert.Contains("'iwtune-server keys rotate cookies'", refused.Message, StringComparison.Ordinal);
        await EndAsync(server);
    }

    [Fact]
    public async Task With_a_new_one_it_starts_and_the_inbox_names_who_must_set_up_an_app_until_it_is_done()
    {
        var server = await SealedAsync();
        await LoseAsync(server);
        List<string> command = ["keys", "rotate", "cookies", "--data", server.Data];
        if (await TestStore.UrlAsync(server.Data) is { } url)
            command.AddRange(["--database", url]);
        Assert.Equal(
            ExitCodes.Fine,
            await new RootCommand { KeysCommand.Create() }
                .Parse(command)
                .InvokeAsync()
        );

        await using var again = await RunningServer.StartAsync(server.Data);
        using var api = await again.ApiAsync();
        var item = Assert.Single(await ItemsAsync(api));
        Assert.StartsWith("1 authenticator app (ada) in the store", item.Text, StringComparison.Ordinal);
        await again.Get<SecondFactor>().RemoveAppAsync(Name);
        Assert.Empty(await ItemsAsync(api));
    }

    [Fact]
    public async Task Where_only_sessions_are_lost_it_starts()
    {
        var server = await RunningServer.StartAsync();
        using (await Person.SignedInAsync(server)) { }
        await LoseAsync(server);
        await using var again = await RunningServer.StartAsync(server.Data);
        using var person = await Person.SignedInAsync(again, "ben", new AccessGrant(Role.Viewer));
        Assert.Equal(System.Net.HttpStatusCode.OK, (await person.GetAsync("/hosts")).StatusCode);
    }

    private static async Task<RunningServer> SealedAsync()
    {
        var server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(server, Name, [new AccessGrant(Role.Viewer)]);
        var factor = server.Get<SecondFactor>();
        var key = (await factor.BeginAsync(Name))!;
        Assert.NotNull(await factor.ConfirmAsync(Name, Totp.Code(key, Totp.StepAt(server.Clock.GetUtcNow()))));
        return server;
    }

    private static async Task LoseAsync(RunningServer server)
    {
        await server.Database.WriteAsync(write => write.ExecuteAsync("delete from server_keys where name like 'cookie/%'"));
        await server.StopAsync();
        if (Directory.Exists(Path.Combine(server.Data, DataDirectory.CookieKeys)))
            Directory.Delete(Path.Combine(server.Data, DataDirectory.CookieKeys), recursive: true);
    }

    private static async Task EndAsync(RunningServer server)
    {
        Directory.Delete(server.Data, recursive: true);
        await TestStore.ForgetAsync(server.Data);
    }

    private static async Task<IReadOnlyList<WaitingItem>> ItemsAsync(HttpClient api) =>
        [.. (await api.GetAsync(FleetPaths.Inbox, InboxJson.Default.FleetInbox)).Items.Where(item => item.Kind == "Cookie keys")];
}
