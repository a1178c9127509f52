using System.Runtime.Versioning;
using IwTune.Lab;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage;

[UnsupportedOSPlatform("windows")]
public sealed class RunningLockTests
{
    [Fact]
    public void A_directory_that_cannot_be_written_to_is_not_taken_for_one_with_a_running_server()
    {
        using var disk = SmallDisk.Require();
        var data = DataDirectory.Open(disk.Data).Path;
        using (RunningLock.Take(data))
            Assert.Null(RunningLock.Take(data));

        Commands.Run("mount", "-o", "remount,ro", Path.GetDirectoryName(data)!);
        var refused = Assert.Throws<StorageUnusableException>(() => RunningLock.Take(data));

        Assert.Contains($"{data} cannot be written to: Read-only file system", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_could_not_be_written_whole_leaves_no_draft()
    {
        using var disk = SmallDisk.Require();
        var directory = DataDirectory.Open(disk.Data);
        disk.Fill();

        Assert.Throws<StorageUnusableException>(() => directory.WriteSecret("signing.key", new string('x', 4096)));

        Assert.Empty(Directory.EnumerateFiles(directory.Path));
    }
}
