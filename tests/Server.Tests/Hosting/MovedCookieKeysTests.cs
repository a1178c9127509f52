using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Tests.Hosting;

/// <summary>What cookie keys have sealed is opened by the server of a store that was moved, or restored into the other database.</summary>
[Trait("Store", "both")]
public sealed class MovedCookieKeysTests : IDisposable
{
    private const string Purpose = "IwTune.Server.Tests",
        Text = "the key of an authenticator app";

    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-cookies-").FullName;

    public void Dispose() => Directory.Delete(_files, recursive: true);

    [Fact]
    public async Task After_a_move_to_PostgreSQL()
    {
        var (data, sealedText) = await SealedAsync(database: null);
        var url = await TestStore.EmptyPostgresAsync();
        using (var key = AuditKey.Load(DataDirectory.Open(data)))
            await MoveStore.RunAsync(data, Place(data, url).Postgres!, key.Public, "cli:test", TimeProvider.System, (_, _) => { });
        await OpensAsync(data, url, sealedText);
        // Also by a server that joins with an empty directory.
        await OpensAsync(Path.Combine(_files, "joined"), url, sealedText);
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task After_a_restore(bool fromPostgres, bool toPostgres)
    {
        var source = fromPostgres ? await TestStore.EmptyPostgresAsync() : null;
        var (data, sealedText) = await SealedAsync(source);
        var file = Path.Combine(_files, "fleet.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(data), Place(data, source), file, TimeProvider.System);

        var (to, target) = (Path.Combine(_files, "restored"), toPostgres ? await TestStore.EmptyPostgresAsync() : null);
        await Restore.RunAsync(file, DataDirectory.Open(to), Place(to, target), replace: false, "cli:test", TimeProvider.System);

        await OpensAsync(to, target, sealedText);
        if (!toPostgres)
        {
            using var database = await Database.OpenAsync(to, TimeProvider.System);
            Assert.Equal(0, await database.ReadAsync(db => db.ValueAsync<long>("select count(*) from server_keys")));
        }
        Directory.Delete(data, recursive: true);
    }

    private static StorePlace Place(string directory, string? url) => StorePlace.Read(directory, url, null, new List<string>());

    /// <summary>The data directory of a server that is stopped, and what it sealed.</summary>
    private static async Task<(string Data, string Sealed)> SealedAsync(string? database)
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = database });
        var text = server.Get<IDataProtectionProvider>().CreateProtector(Purpose).Protect(Text);
        await server.StopAsync();
        return (server.Data, text);
    }

    private static async Task OpensAsync(string data, string? url, string sealedText)
    {
        var server = await RunningServer.StartAsync(data, options => options with { Database = url });
        Assert.Equal(Text, server.Get<IDataProtectionProvider>().CreateProtector(Purpose).Unprotect(sealedText));
        await server.StopAsync();
    }
}
