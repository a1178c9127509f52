using System.CommandLine;
using System.Security.Cryptography;
using System.Xml.Linq;
using IwTune.Server.Cli;
using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.DependencyInjection;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>The attacker has the cookie keys.</summary>
public sealed class LeakedCookieKeysTests : IAsyncLifetime
{
    private const string Name = "ada";
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-leaked-cookies-").FullName;
    private RunningServer _server = null!;
    private byte[] _app = [];
    private IReadOnlyList<XElement> _stolen = [];

    private string Backup => Path.Combine(_files, "before.tar.gz");

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(_server, Name, [new AccessGrant(Role.Viewer)]);
        _app = (await _server.Get<SecondFactor>().BeginAsync(Name))!;
        Assert.NotNull(await _server.Get<SecondFactor>().ConfirmAsync(Name, Code()));
        var hook = _server.Get<WebhookSeal>().Close(new("https://example.org/secret", WebhookSeal.New()));
        await _server.Database.WriteAsync(write =>
            WebhookQueries.InsertAsync(
                write,
                new()
                {
                    Id = "w1",
                    Name = "chat",
                    Receiver = "example.org",
                    Format = "Json",
                    Sealed = hook,
                    State = "Gone",
                    Author = "user:ada",
                }
            )
        );
        _stolen =
        [
            .. (await CookieKeyPlaces.AllAsync(new(_server.Database, null, _server.Clock), _server.Get<DataDirectory>())).Select(key =>
                key.Element
            ),
        ];
        Assert.Equal(2, await OpenToThiefAsync());
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        Directory.Delete(_files, recursive: true);
    }

    [Fact]
    public async Task Revoked_they_open_nothing_in_the_store_and_no_session_and_everything_works_with_another()
    {
        using var person = await Person.SignedInAsync(_server, "ben", new AccessGrant(Role.Viewer));

        await RevokeAsync();

        Assert.Equal(0, await OpenToThiefAsync());
        Assert.Equal(0, await _server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from sessions")));
        await WorksAsync();
    }

    [Fact]
    public async Task They_are_not_revoked_under_a_server_that_has_them_in_memory()
    {
        using var running = TestStore.IsPostgres ? null : RunningLock.Take(_server.Data);
        Assert.Equal(ExitCodes.Error, await CommandAsync("revoke", "cookies"));
        Assert.Equal(2, await OpenToThiefAsync());
    }

    [Fact]
    public async Task A_backup_of_before_does_not_bring_them_back()
    {
        await BackUp.RunAsync(DataDirectory.Open(_server.Data), await PlaceAsync(), Backup, TimeProvider.System);
        await RevokeAsync();
        await _server.StopAsync();

        await Restore.RunAsync(
            Backup,
            DataDirectory.Open(_server.Data),
            await PlaceAsync(),
            replace: true,
            "cli:test",
            TimeProvider.System
        );
        _server = await RunningServer.StartAsync(_server.Data);

        Assert.Equal(0, await OpenToThiefAsync());
        var there = await CookieKeyPlaces.AllAsync(new(_server.Database, null, _server.Clock), _server.Get<DataDirectory>());
        Assert.Empty(there.Select(key => key.Id).Intersect(_stolen.Select(key => CookieKeyPlaces.IdOf(key)!), StringComparer.Ordinal));
        await WorksAsync();
    }

    private async Task RevokeAsync()
    {
        await _server.StopAsync();
        Assert.Equal(ExitCodes.Fine, await CommandAsync("revoke", "cookies", "--reason", "leaked"));
        _server = await RunningServer.StartAsync(_server.Data);
    }

    private async Task<int> CommandAsync(params string[] words)
    {
        List<string> command = ["keys", .. words, "--data", _server.Data];
        if (await TestStore.UrlAsync(_server.Data) is { } url)
            command.AddRange(["--database", url]);
        return await new RootCommand { KeysCommand.Create() }
            .Parse(command)
            .InvokeAsync();
    }

    /// <summary>The app still fits, and the webhook can be sent to.</summary>
    private async Task WorksAsync()
    {
        _server.Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("authenticator app", await _server.Get<SecondFactor>().CheckAsync(Name, Code()));
        var hook = Assert.Single(await _server.Database.ReadAsync(WebhookQueries.ListAsync));
        Assert.Equal("https://example.org/secret", _server.Get<WebhookSeal>().Open(hook.Sealed)?.Address);
    }

    private string Code() => Totp.Code(_app, Totp.StepAt(_server.Clock.GetUtcNow()));

    /// <summary>How many records of the store the stolen keys open.</summary>
    private async Task<int> OpenToThiefAsync()
    {
        var services = new ServiceCollection();
        services.AddCookieProtection(new Stolen(_stolen));
        await using var provider = services.BuildServiceProvider();
        var thief = provider.GetRequiredService<IDataProtectionProvider>();
        var (app, hook) = await _server.Database.ReadAsync(async db =>
            ((await FactorQueries.ListAsync(db))[0].Sealed, (await WebhookQueries.ListAsync(db))[0].Sealed)
        );
        return (Opens(() => thief.CreateProtector(SecondFactor.Purpose).Unprotect(Convert.FromBase64String(app))) ? 1 : 0)
            + (Opens(() => thief.CreateProtector(WebhookSeal.Purpose).Unprotect(hook)) ? 1 : 0);
    }

    private static bool Opens(Func<object> open)
    {
        try
        {
            return open() is not null;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    private async Task<StorePlace> PlaceAsync() =>
        StorePlace.Read(_server.Data, await TestStore.UrlAsync(_server.Data), null, new List<string>());

    private sealed class Stolen(IReadOnlyCollection<XElement> keys) : IXmlRepository
    {
        public IReadOnlyCollection<XElement> GetAllElements() => keys;

        public void StoreElement(XElement element, string friendlyName) { }
    }
}
