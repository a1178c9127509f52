using System.CommandLine;
using System.Runtime.Versioning;
using IwTune.Lab;
using IwTune.Server.Cli;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>The packaged service has a user of its own, and root's commands write into its data directory.</summary>
[UnsupportedOSPlatform("windows")]
[Trait("Store", "file")]
public sealed class DataOwnerTests : IDisposable
{
    private const string ServersUser = "65534:65534";

    private readonly string _place = Directory.CreateTempSubdirectory("iwtune-owner-").FullName;

    public DataOwnerTests()
    {
        if (!Environment.IsPrivilegedProcess)
            Lacking.Skip("only root can give files away: run ./build.sh test");
    }

    [Fact]
    public async Task What_roots_commands_make_in_the_data_directory_of_a_service_belongs_to_its_user()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        await server.StopAsync();
        var (data, backup) = (server.Data, Path.Combine(_place, "fleet.tar.gz"));
        File.Delete(Path.Combine(data, "running.lock"));
        Commands.Run("chown", "-R", ServersUser, data);
        // As systemd has it with DynamicUser=.
        var link = File.CreateSymbolicLink(Path.Combine(_place, "iwtune-server"), data).FullName;

        await RunAsync("keys", "rotate", "signing", "--data", link);
        AllBelongToTheServer(data);

        await RunAsync("backup", backup, "--data", link);
        Directory.Delete(Path.Combine(data, "cookie-keys"), recursive: true);
        await RunAsync("restore", backup, "--data", link, "--replace");
        AllBelongToTheServer(data);
        Assert.True(Directory.Exists(Path.Combine(data, "cookie-keys")));
        Directory.Delete(data, recursive: true);
    }

    [Fact]
    public void A_link_that_the_servers_user_left_is_not_followed()
    {
        var elsewhere = Path.Combine(Directory.CreateTempSubdirectory("iwtune-elsewhere-").FullName, "target");
        File.WriteAllText(elsewhere, "as it was");
        var directory = DataDirectory.Open(_place);
        File.CreateSymbolicLink(directory.File($"signing.key.{Environment.ProcessId}.new"), elsewhere);
        File.CreateSymbolicLink(directory.File("running.lock"), elsewhere);
        Commands.Run("chown", "-h", "-R", ServersUser, _place);

        directory.WriteSecret("signing.key", "secret");
        RunningLock.Take(_place)!.Dispose();

        Assert.Equal("as it was", File.ReadAllText(elsewhere));
        Assert.Equal("0:0", OwnerOf(elsewhere));
        Assert.Equal(ServersUser, OwnerOf(directory.File("signing.key")));
        Directory.Delete(Path.GetDirectoryName(elsewhere)!, recursive: true);
    }

    public void Dispose() => Directory.Delete(_place, recursive: true);

    private static async Task RunAsync(params string[] arguments) =>
        Assert.Equal(
            ExitCodes.Fine,
            await ServerCommandLine.RunAsync(
                new RootCommand { KeysCommand.Create(), BackupCommand.Create(), RestoreCommand.Create() },
                arguments
            )
        );

    private static void AllBelongToTheServer(string data) =>
        Assert.All(
            Directory.EnumerateFileSystemEntries(data, "*", SearchOption.AllDirectories),
            path => Assert.Equal((path, ServersUser), (path, OwnerOf(path)))
        );

    private static string OwnerOf(string path) => Commands.Run("stat", "-c", "%u:%g", path).Trim();
}
