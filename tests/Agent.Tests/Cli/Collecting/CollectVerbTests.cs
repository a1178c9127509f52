using System.Text;
using System.Text.Json.Nodes;
using IwTune.Agent.Control;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Collecting;

[Collection("command line")]
public sealed class CollectVerbTests : IDisposable
{
    private const string Secret = "seeded-3f9a1c7e55d04b21";

    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly string _file;

    public CollectVerbTests()
    {
        _shell = new Shell(_bench);
        _file = Path.Combine(_bench.State.Root, "..", $"{Path.GetFileName(_bench.State.Root)}.zip");
    }

    [Fact]
    public async Task It_holds_what_support_needs_and_lists_what_it_could_not_have()
    {
        await _shell.RunAsync("apply", _shell.Edge());
        File.WriteAllText(_bench.State.Limits, "max: 40\n");
        var said = await _shell.RunAsync("collect", "--out", _file);
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.Contains("not there: state/agent.yaml: there is no such file", said.Out, StringComparison.Ordinal);
        var parts = Unzip();
        Assert.Equal(16, (int)JsonNode.Parse(parts["show.json"])!["targets"]![0]!["initCwnd"]!);
        Assert.Equal("edge", (string?)JsonNode.Parse(parts["history.json"])![0]!["policy"]);
        Assert.Equal("max: 40\n", Encoding.UTF8.GetString(parts["state/limits.yaml"]));
        Assert.Contains("journal", Encoding.UTF8.GetString(parts["state/files.txt"]), StringComparison.Ordinal);
        var manifest = JsonNode.Parse(parts["manifest.json"])!;
        Assert.Equal("support", (string?)manifest["kind"]);
        Assert.Equal(
            parts.Keys.Where(name => name != "manifest.json").Order(StringComparer.Ordinal),
            manifest["parts"]!
                .AsArray()
                .Where(part => part!["bytes"] is not null)
                .Select(part => (string)part!["name"]!)
                .Order(StringComparer.Ordinal)
        );
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_file));
    }

    [Fact]
    public async Task No_secret_is_in_it_wherever_it_was_written()
    {
        using var signed = new Signed();
        IdentityFile.Write(
            _bench.State.Root,
            new Identity
            {
                Server = new Uri("https://fleet.example:7443"),
                HostId = "host-7",
                Secret = Secret,
                Authority = "-----BEGIN CERTIFICATE-----",
                Pin = "pin",
                SigningKeys = [signed.Public],
                Schedule = new Schedule(55, 60, 1),
                Labels = new Dictionary<string, string>(StringComparer.Ordinal),
                Enrolled = _bench.Clock.GetUtcNow(),
            }
        );
        File.WriteAllText(_bench.State.Settings, "# proxy password: hunter2hunter2\nbackend: routes\n");
        _shell.Collection = new Collection(
            (command, _) =>
                ValueTask.FromResult(
                    new HostCommandRun(
                        0,
                        Encoding.UTF8.GetBytes(
                            $"started by: iwtune enroll --token abc123abc123 …\nAuthorization: Bearer host-7.{Secret}\nthe end\n"
                        ),
                        [],
                        TimeSpan.FromMilliseconds(3)
                    )
                ),
            [new HostCommand("journal", "/usr/bin/journalctl", [])]
        );
        Assert.Equal(0, (await _shell.RunAsync("collect", "--out", _file)).Exit);
        var parts = Unzip();
        Assert.Equal("host-7", (string?)JsonNode.Parse(parts["membership.json"])!["hostId"]);
        Assert.Contains("the end", Encoding.UTF8.GetString(parts["system/01-journal.out"]), StringComparison.Ordinal);
        foreach (var secret in (string[])[Secret, "hunter2", "abc123"])
            Assert.All(
                parts,
                part => Assert.DoesNotContain(secret, Encoding.UTF8.GetString(part.Value), StringComparison.OrdinalIgnoreCase)
            );
    }

    [Fact]
    public async Task A_file_that_is_there_stays_and_no_half_file_is_left()
    {
        File.WriteAllText(_file, "mine");
        Assert.Equal(64, (await _shell.RunAsync("collect", "--out", _file)).Exit);
        Assert.Equal("mine", File.ReadAllText(_file));
        File.Delete(_file);
        _shell.Collection = new Collection(
            (_, _) => throw new OperationCanceledException(),
            [new HostCommand("journal", "/usr/bin/journalctl", [])]
        );
        await Assert.ThrowsAsync<OperationCanceledException>(() => _shell.RunAsync("collect", "--out", _file));
        Assert.Empty(Directory.GetFiles(Path.GetDirectoryName(Path.GetFullPath(_file))!, Path.GetFileName(_file) + "*"));
    }

    [Fact]
    public async Task A_baseline_of_another_system_exits_3_with_a_sentence()
    {
        var said = await _shell.RunAsync("collect", "--windows-baseline", "--out", _file);
        Assert.Equal((3, ""), (said.Exit, said.Out));
        Assert.StartsWith("A baseline is made of the outputs of a Windows", said.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_file));
        Assert.Equal(64, (await _shell.RunAsync("collect", "--with-writes")).Exit);
    }

    public void Dispose()
    {
        File.Delete(_file);
        _shell.Dispose();
        _bench.Dispose();
    }

    private Dictionary<string, byte[]> Unzip() => Zipped.Read(_file);
}
