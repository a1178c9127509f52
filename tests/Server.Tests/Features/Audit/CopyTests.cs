using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

public sealed class CopyTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-audit-").FullName;

    private string Copy => Path.Combine(_directory, "audit.jsonl");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task A_file_gets_every_entry_and_checkpoint_and_verifies_alone()
    {
        var (data, key) = await FillAsync();
        var result = await VerifyAsync(key);
        Assert.True(result.Intact, result.Text);
        Assert.True(result is { Entries: > 6, Checkpoints: > 0 }, result.Text);
        Assert.Equal(result.Entries, result.Signed);
        // After a restart it continues at the same position.
        await using (var again = await RunningServer.StartAsync(data, options => options with { AuditFiles = [Copy] }))
        {
            using var api = await again.ApiAsync();
            await again.StopAsync();
        }
        Assert.Equal(result.Entries + 1, (await VerifyAsync(key)).Entries);
    }

    public static TheoryData<string, string> Tamperings =>
        new()
        {
            { "removed", "is missing" },
            { "changed", "is not as it was written" },
            { "swapped", "is missing" },
            { "inserted", "comes after entry" },
            { "another key", "names the audit key" },
            { "emptied", "no entry of an audit log" },
        };

    [Theory]
    [MemberData(nameof(Tamperings))]
    public async Task A_copy_that_was_touched_does_not_verify(string how, string told)
    {
        var (_, key) = await FillAsync();
        var lines = (await File.ReadAllLinesAsync(Copy)).ToList();
        // Two entries without a checkpoint between them.
        var at = Enumerable
            .Range(3, lines.Count - 4)
            .First(i =>
                lines[i].Contains("because", StringComparison.Ordinal) && lines[i + 1].Contains("because", StringComparison.Ordinal)
            );
        switch (how)
        {
            case "removed":
                lines.RemoveAt(at);
                break;
            case "changed":
                lines[at] = lines[at].Replace("because", "why not", StringComparison.Ordinal);
                break;
            case "swapped":
                (lines[at], lines[at + 1]) = (lines[at + 1], lines[at]);
                break;
            case "inserted":
                lines.Insert(
                    at + 2,
                    lines[at]
                        .Replace("because", "why not", StringComparison.Ordinal)
                        .Replace("\"hash\":\"", "\"hash\":\"0", StringComparison.Ordinal)
                );
                break;
            case "another key":
                key = new string('0', 64);
                break;
            case "emptied":
                lines.Clear();
                break;
        }
        await File.WriteAllLinesAsync(Copy, lines);
        var result = await VerifyAsync(key);
        Assert.False(result.Intact);
        Assert.Contains(told, result.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lines_that_come_twice_and_one_that_a_crash_cut_do_not_break_a_copy()
    {
        var (_, key) = await FillAsync();
        var lines = await File.ReadAllLinesAsync(Copy);
        await File.WriteAllLinesAsync(Copy, [.. lines[..5], lines[5][..20], .. lines[3..]]);
        var result = await VerifyAsync(key);
        Assert.True(result.Intact, result.Text);
    }

    [Fact]
    public async Task A_store_that_was_cut_or_made_anew_with_its_own_key_differs_from_the_copy()
    {
        var (data, key) = await FillAsync();
        var server = await RunningServer.StartAsync(data);
        // A forger who has the key and the store drops the checkpoints and lets the server sign the new log.
        await Forgery.RewriteAsync(server, from: 3, entry => entry with { Reason = "nothing to see" });
        await server.Database.WriteAsync(write => write.ExecuteAsync("delete from audit_checkpoints"));
        await server.StopAsync();
        await using var again = await RunningServer.StartAsync(data);
        var trusted = again.Get<AuditKey>().Public;
        Assert.Equal(key, trusted.KeyId);
        var store = await again.Database.SnapshotAsync(db => VerifyAudit.RunAsync(db, trusted));
        Assert.True(store.Intact, store.Text);
        using var lines = new StreamReader(Copy);
        var copy = await AuditCopy.ReadAsync(lines, trusted);
        var against = await again.Database.SnapshotAsync(db => VerifyAgainst.RunAsync(db, copy, trusted, store));
        Assert.Equal((false, 3L), (against.Intact, against.BrokenAt));
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_told_and_gets_everything_later()
    {
        Directory.CreateDirectory(Copy);
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        Assert.Contains("cannot be appended to", await Delivery(server).RunAsync(CancellationToken.None), StringComparison.Ordinal);
        Assert.True((await StandingAsync(api)).Sinks is [{ Problem.Length: > 0, Entries: 0 }]);
        Directory.Delete(Copy);
        Assert.Null(await Delivery(server).RunAsync(CancellationToken.None));
        Assert.True((await StandingAsync(api)).Sinks is [{ Problem.Length: 0, Entries: > 0 }]);
    }

    [Fact]
    public async Task Reading_the_log_out_is_the_last_entry_of_what_is_read()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        using var lines = new StringReader(await api.GetStringAsync(FleetPaths.AuditExport));
        var seen = new List<AuditEntry>();
        var result = await AuditTrailCheck.RunAsync(lines, key: null, seen.Add);
        Assert.True(result.Intact, result.Text);
        Assert.Equal(("audit.export", "token:test-admin"), (seen[^1].Action, seen[^1].Actor));
        Assert.StartsWith("127.0.0.1", seen[^1].Source, StringComparison.Ordinal);

        using var rest = new StringReader(await api.GetStringAsync($"{FleetPaths.AuditExport}?after=2"));
        var later = await AuditTrailCheck.RunAsync(rest, key: null);
        Assert.True(later.Intact, later.Text);
    }

    private async Task<(string Data, string Key)> FillAsync()
    {
        var server = await RunningServer.StartAsync(with: options => options with { AuditFiles = [Copy], CheckpointEntries = 3 });
        using var api = await server.ApiAsync();
        for (var i = 1; i <= 6; i++)
            await api.PublishAsync($"policy: edge\nwindow: {{ initcwnd: {i} }}\nscopes: [default]\n");
        var key = (await StandingAsync(api)).Key.KeyId;
        await server.StopAsync();
        return (server.Data, key);
    }

    private SinkDelivery Delivery(RunningServer server) => new(new FileSink(Copy), server.Database, server.Get<AuditKey>(), server.Clock);

    private async Task<AuditVerification> VerifyAsync(string key)
    {
        using var lines = new StreamReader(Copy);
        return await AuditTrailCheck.RunAsync(lines, key);
    }

    private static Task<AuditStanding> StandingAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.AuditStanding, AuditJson.Default.AuditStanding);
}
