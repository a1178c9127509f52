using System.Net.Http.Json;
using System.Security.Cryptography;
using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Server.Tests.Storage;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>The disk fills up while a run is made.</summary>
public sealed class FullDiskTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-full-").FullName;

    [Fact, Trait("Store", "file")]
    public async Task A_run_is_made_as_soon_as_there_is_room_and_a_failed_try_leaves_no_files()
    {
        var (program, begun, go) = (At("chromium"), At("begun"), At("go"));
        await File.WriteAllTextAsync(
            program,
            $$"""
            #!/bin/sh
            : > {{begun}}
            while [ ! -e {{go}} ]; do sleep 0.05; done
            for word in "$@"; do
              case $word in --print-to-pdf=*) printf '%s' '%PDF-1.4' > "${word#*=}" || exit 1 ;; esac
            done

            """
        );
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using var disk = SmallDisk.Require();
        await using var server = await RunningServer.StartAsync(disk.Data, with: options => options with { Chromium = program });
        await server.EnrolAsync("web-1", labels: ("site", "fra"));
        using var api = await server.ApiAsync();
        using var answer = await api.PostAsJsonAsync(
            RunPaths.Runs,
            new RunRequest("x", Formats: ["pdf"]),
            ComplianceJson.Default.RunRequest
        );
        var id = (await answer.ReadAsync(ComplianceJson.Default.ComplianceRun)).Id;
        await Until.TrueAsync(() => File.Exists(begun), () => "the report is not printed");
        disk.Fill();
        await File.WriteAllTextAsync(go, "");
        await Until.TrueAsync(() => Left(disk).Length == 0, () => $"there is still {string.Join(", ", Left(disk))}");

        disk.MakeRoom();
        // The failed try may be recorded only now, and the next one is five minutes after that.
        for (var jumps = 0; jumps < 8 && (await FindAsync()).State != RunState.Kept; jumps++)
        {
            server.Clock.Jump(TimeSpan.FromMinutes(6));
            await Task.Delay(TimeSpan.FromSeconds(1));
        }
        var kept = await api.EndedAsync(id, RunState.Kept);
        var file = await api.GetByteArrayAsync(RunPaths.RunFile(id));
        Assert.Equal(kept.Sha256, Convert.ToHexStringLower(SHA256.HashData(file)));
        Assert.Empty(Left(disk));

        Task<ComplianceRun> FindAsync() => api.GetAsync(RunPaths.Run(id), ComplianceJson.Default.ComplianceRun);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string[] Left(SmallDisk disk) =>
        [.. Directory.EnumerateFileSystemEntries(disk.Data, "print-*"), .. Directory.EnumerateFileSystemEntries(disk.Data, "export-*")];

    private string At(string name) => Path.Combine(_folder, name);
}
