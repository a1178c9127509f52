using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Faults;

/// <summary>
/// <c>iwtune-server restore --replace</c> is killed before one system call after another that makes, moves or deletes a file or a folder.
/// The next start has the old store or the new one, each with its keys.
/// </summary>
public sealed class RestoreKillPointTests : IDisposable
{
    private const int TooMany = 200;

    private const string Moving = "rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat";

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-restore-killed-").FullName;

    private string Data => Path.Combine(folder, "data");

    private string Backup => Path.Combine(folder, "new.tar.gz");

    public RestoreKillPointTests() => Privileged.Require();

    [Fact]
    public async Task Killed_anywhere_the_next_start_has_the_old_store_or_the_new_one_with_its_keys()
    {
        var (old, other) = (Path.Combine(folder, "old"), Path.Combine(folder, "new"));
        await (await StartedAsync(other)).StopAsync();
        Commands.Run(Binaries.Server, "backup", Backup, "--data", other);
        // Its last transactions are in the journal beside it.
        (await StartedAsync(old)).Dispose();
        Assert.True(new FileInfo(Path.Combine(old, "iwtune.db-wal")).Length > 0);
        var (oldKeys, newKeys) = (KeysOf(old), KeysOf(other));
        Assert.NotEqual(oldKeys, newKeys);

        var (number, completed) = (1, 0);
        for (; Killed(old, number); number++)
        {
            Assert.True(number < TooMany, "the restore never came to its end");
            var server = await StartedAsync(Data);
            var said = server.Output;
            await server.StopAsync();
            server.Dispose();
            var keys = KeysOf(Data);
            Assert.True(keys == oldKeys || keys == newKeys, $"killed at {number}, the keys are of both\n{said}");
            if (said.Contains("completed a restore that was interrupted", StringComparison.Ordinal))
            {
                Assert.Equal(newKeys, keys);
                completed++;
            }
            Assert.False(Directory.Exists(Path.Combine(Data, "restore.new")), said);
            var verified = Commands.TryRun(Binaries.Server, "verify-audit", "--data", Data);
            Assert.True(verified.ExitCode == 0, $"killed at {number}: {verified.Error}\n{said}");
        }
        Assert.Equal(newKeys, KeysOf(Data));
        Assert.True(number > 5 && completed > 2, $"killed at {number - 1} moments, of which {completed} were completed");
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(folder, recursive: true);

    /// <returns>False when it ended before that moment.</returns>
    private bool Killed(string old, int number)
    {
        const int killed = 128 + 9;
        if (Directory.Exists(Data))
            Directory.Delete(Data, recursive: true);
        Commands.Run("cp", "-a", old, Data);
        var command = KillPoint.Injecting(Moving, $"signal=SIGKILL:when={number}");
        var result = Commands.TryRun(command[0], [.. command.Skip(1), Binaries.Server, "restore", Backup, "--data", Data, "--replace"]);
        Assert.True(result.ExitCode is 0 or killed, result.Error + result.Output);
        return result.ExitCode == killed;
    }

    private static async Task<LabProcess> StartedAsync(string data)
    {
        var server = LabProcess.Start(Binaries.Server, ["run", "--data", data, "--listen", "127.0.0.1:0"]);
        try
        {
            await server.WaitForLineAsync("listening");
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    private static string KeysOf(string data) =>
        string.Concat(((string[])["audit.key", "ca.key", "signing.key"]).Select(name => File.ReadAllText(Path.Combine(data, name))));
}
