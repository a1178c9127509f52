using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>What stands beside a run's file in the folder of exports.</summary>
[Trait("Needs", "daemon")]
public sealed class FolderTests
{
    [Fact]
    public async Task The_time_stamp_and_every_attestation_follow_the_file()
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-exports-").FullName;
        using var authority = new TimeAuthority();
        authority.Start();
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                ExportFolder = folder,
                Timestamp = authority.Address,
                TimestampCa = authority.Certificates,
            }
        );
        server.ToHalfPast();
        using (var api = await server.ApiAsync())
            await api.ScheduleAsync(new("hourly", "as agreed", "0 * * * *", Folder: true));
        server.Clock.Jump(TimeSpan.FromHours(1));
        using var anna = await server.ApiOfAsync("anna", Role.Approver);
        await Until.TrueAsync(() => Files(folder) is [_, _], () => $"the folder has {string.Join(", ", Files(folder))}");
        var run = Assert.Single(await anna.RunsAsync());
        var file = Path.Combine(folder, $"hourly-{run.AsOf:yyyyMMdd'T'HHmmss'Z'}.zip");
        Assert.Equal([file, file + ".tst"], Files(folder));
        Assert.Equal(await anna.GetByteArrayAsync(RunPaths.RunTimestamp(run.Id)), await File.ReadAllBytesAsync(file + ".tst"));

        var statements = Path.ChangeExtension(file, ".attestations.jsonl");
        for (var count = 1; count <= 2; count++)
        {
            await anna.AttestAsync(run.Id, $"I reviewed it, part {count}.");
            await Until.TrueAsync(
                () => File.Exists(statements) && File.ReadLines(statements).Count() == count,
                () => $"the folder has {string.Join(", ", Files(folder))}"
            );
        }
        Assert.Equal(await anna.GetStringAsync(RunPaths.RunAttestations(run.Id)), await File.ReadAllTextAsync(statements));
        Assert.Equal(
            ["folder", "folder: attestations", "folder: time stamp", "timestamp"],
            (await anna.GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).Deliveries.Select(one => one.To)
        );
    }

    [Fact]
    public async Task Without_the_file_an_attestation_waits()
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-exports-").FullName;
        await using var server = await RunningServer.StartAsync(with: options => options with { ExportFolder = folder });
        server.ToHalfPast();
        using (var api = await server.ApiAsync())
            await api.ScheduleAsync(new("hourly", "as agreed", "0 * * * *", Folder: true));
        Directory.Delete(folder);
        server.Clock.Jump(TimeSpan.FromHours(1));
        using var anna = await server.ApiOfAsync("anna", Role.Approver);
        await Until.TrueAsync(async () => await anna.RunsAsync() is [{ State: RunState.Kept }], () => "no run was made");
        var id = (await anna.RunsAsync())[0].Id;
        await anna.AttestAsync(id, "I reviewed it.");
        IReadOnlyList<RunDelivery> seen = [];
        await Until.TrueAsync(
            async () =>
                (seen = (await anna.GetAsync(RunPaths.Run(id), ComplianceJson.Default.ComplianceRun)).Deliveries)
                    is [{ Text.Length: > 0 }, { To: "folder: attestations", Text: "The run's file is not in the folder yet." }],
            () => $"the deliveries are {string.Join("; ", seen)}"
        );
        Directory.CreateDirectory(folder);
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await Until.TrueAsync(() => Files(folder) is [_, _], () => $"the folder has {string.Join(", ", Files(folder))}");
    }

    /// <summary>Whole files alone.</summary>
    private static string[] Files(string folder) =>
        [
            .. Directory
                .EnumerateFiles(folder)
                .Where(file => !file.EndsWith(".part", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];
}
