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

    /// <summary>Each is counted by itself; those after a comma are what other machines have in its place.</summary>
    private static readonly string[] Calls = ["mkdir,mkdirat", "rename,renameat,renameat2", "unlink,unlinkat", "rmdir"];

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

        var (killed, completed) = (0, 0);
        foreach (var calls in Calls)
            for (var number = 1; Killed(old, calls, number); number++, killed++)
            {
                Assert.True(number < TooMany, "the restore never came to its end");
                var server = await StartedAsync(Data);
                var said = server.Output;
                await server.StopAsync();
                server.Dispose();
                var (keys, at) = (KeysOf(Data), $"killed before {calls} {number}:\n{said}");
                Assert.True(keys == oldKeys || keys == newKeys, at);
                if (said.Contains("completed a restore that was interrupted", StringComparison.Ordinal))
                {
                    Assert.Equal(newKeys, keys);
                    completed++;
                }
                Assert.False(Directory.Exists(Path.Combine(Data, "restore.new")), at);
                var verified = Commands.TryRun(Binaries.Server, "verify-audit", "--data", Data);
                Assert.True(verified.ExitCode == 0, at + verified.Error);
            }
        Assert.Equal(newKeys, KeysOf(Data));
        Assert.True(completed > 5, $"killed at {killed} moments, of which {completed} were completed");
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(folder, recursive: true);

    /// <returns>False when it ended before that moment.</returns>
    private bool Killed(string old, string calls, int number)
    {
        const int killed = 128 + 9;
        if (Directory.Exists(Data))
            Directory.Delete(Data, recursive: true);
        Commands.Run("cp", "-a", old, Data);
        var command = KillPoint.Injecting(calls, $"signal=SIGKILL:when={number}");
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
