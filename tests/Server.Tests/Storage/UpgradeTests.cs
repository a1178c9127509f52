using IwTune.Server.Storage;
using IwTune.Server.Tests.Features.Backups;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Storage;

/// <summary>A server of a newer version starts while one of the older version runs on the same database.</summary>
[Trait("Store", "both")]
public sealed class UpgradeTests
{
    [Fact]
    public async Task The_schema_does_not_change_under_a_server_that_runs()
    {
        var url = await TestStore.EmptyPostgresAsync();
        var older = await RunningServer.StartAsync(with: options => options with { Database = url });
        var place = StorePlace.Read(older.Data, url, null, new List<string>());
        await OlderSchema.MakeAsync(place);

        var clock = new TestClock();
        var opening = Database.OpenAsync(place, clock, SchemaUse.UpgradeExisting);
        await clock.PassUntilAsync(TimeSpan.FromSeconds(1), () => opening.IsCompleted, () => "it neither starts nor refuses");
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => opening);
        Assert.Contains("Stop every server of the database", refused.Message, StringComparison.Ordinal);
        Assert.True(await OlderSchema.IsAsync(place));

        await older.StopAsync();
        (await Database.OpenAsync(place, TimeProvider.System, SchemaUse.UpgradeExisting)).Dispose();
        Assert.False(await OlderSchema.IsAsync(place));
        Directory.Delete(older.Data, recursive: true);
    }
}
