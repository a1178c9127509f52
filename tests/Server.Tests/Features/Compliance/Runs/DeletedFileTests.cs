using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>The file of a run is deleted while it is read.</summary>
public sealed class DeletedFileTests
{
    [Fact]
    public async Task The_folder_of_exports_gets_no_part_of_a_file()
    {
        await using var server = await RunningServer.StartAsync();
        var folder = Directory.CreateDirectory(Path.Combine(server.Data, "exports")).FullName;
        var delivery = new FolderDelivery(server.Database, server.Get<ServerOptions>() with { ExportFolder = folder });
        var run = new RunRow
        {
            Id = server.Clock.NewId(),
            State = nameof(RunState.Kept),
            DueAt = server.Clock.Now(),
            Bytes = 1000,
            Sha256 = new('0', 64),
        };
        var failed = await Assert.ThrowsAsync<NotDeliveredException>(() =>
            delivery.DeliverAsync(run, TestContext.Current.CancellationToken)
        );
        Assert.Contains("was deleted", failed.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFiles(folder));
    }
}
