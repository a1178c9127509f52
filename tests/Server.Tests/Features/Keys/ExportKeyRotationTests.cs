using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Keys;

/// <summary>An export key that leaked.</summary>
[Trait("Store", "both")]
public sealed class ExportKeyRotationTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Each_server_signs_with_the_new_one_from_its_next_start(bool postgres)
    {
        var url = postgres ? await TestStore.EmptyPostgresAsync() : null;
        ServerOptions On(ServerOptions options) => options with { Database = url };
        var first = await RunningServer.StartAsync(with: On);
        var second = postgres ? await RunningServer.StartAsync(with: On) : null;
        var leaked = first.Get<ExportSigner>().PublicKey.KeyId;

        Assert.IsType<KeyOutcome.Done>(
            await RotateExportKey.RunAsync(first.StoredKeys(), first.Get<DataDirectory>(), "cli:root", "leaked", first.Clock)
        );

        var signers = new List<string>();
        foreach (var server in new[] { first, second }.OfType<RunningServer>())
        {
            await server.StopAsync();
            await using var again = await RunningServer.StartAsync(server.Data, On);
            signers.Add(again.Get<ExportSigner>().PublicKey.KeyId);
        }
        Assert.DoesNotContain(leaked, signers);
        Assert.Single(signers.Distinct(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_backup_of_before_does_not_bring_it_back(bool postgres)
    {
        var files = Directory.CreateTempSubdirectory("iwtune-export-key-").FullName;
        var url = postgres ? await TestStore.EmptyPostgresAsync() : null;
        ServerOptions On(ServerOptions options) => options with { Database = url };
        var server = await RunningServer.StartAsync(with: On);
        var place = StorePlace.Read(server.Data, url, null, new List<string>());
        var backup = Path.Combine(files, "before.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(server.Data), place, backup, TimeProvider.System);
        await RotateExportKey.RunAsync(server.StoredKeys(), server.Get<DataDirectory>(), "cli:root", "leaked", server.Clock);
        await server.StopAsync();
        server = await RunningServer.StartAsync(server.Data, On);
        var used = server.Get<ExportSigner>().PublicKey.KeyId;
        await server.StopAsync();

        await Restore.RunAsync(backup, DataDirectory.Open(server.Data), place, replace: true, "cli:test", TimeProvider.System);

        await using var again = await RunningServer.StartAsync(server.Data, On);
        Assert.Equal(used, again.Get<ExportSigner>().PublicKey.KeyId);
        Directory.Delete(files, recursive: true);
    }
}
