using System.CommandLine;
using IwTune.Lab;
using IwTune.Server.Cli;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Reports;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>A fleet continues after its store moved: to PostgreSQL, and from a backup into either database.</summary>
[Trait("Store", "both")]
public sealed class MovingTests : IDisposable
{
    /// <summary>Pieces of evidence, one a week: before this one, in it, and ahead of it as by a wrong clock.</summary>
    private const int Weeks = 9;

    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-backup-").FullName;

    public void Dispose() => Directory.Delete(_files, recursive: true);

    [Fact]
    public async Task A_store_moves_to_PostgreSQL_whole_and_hosts_go_on_with_the_same_secrets_keys_and_numbers()
    {
        var (data, host) = await FleetAsync(database: null);
        var url = await TestStore.EmptyPostgresAsync();
        var told = new Dictionary<string, long>(StringComparer.Ordinal);
        await MoveAsync(data, url, told);
        Assert.Equal((2, Weeks), (told["hosts"], told["evidence"]));
        Assert.True(told["audit"] > 3);
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => Database.OpenAsync(data, TimeProvider.System));
        Assert.Contains("was moved to postgres://", refused.Message, StringComparison.Ordinal);
        await GoesOnAsync(data, url, host);
    }

    [Fact]
    public async Task A_move_that_was_killed_before_it_said_so_is_known_once_a_server_has_run_on_the_database()
    {
        var (data, host) = await FleetAsync(database: null);
        var url = await TestStore.EmptyPostgresAsync();
        await MoveAsync(data, url, []);
        MovedStore.Unmark(data);
        var server = await RunningServer.StartAsync(data, options => options with { Database = url });
        await server.StopAsync();
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => Database.OpenAsync(data, TimeProvider.System));
        Assert.Contains("was moved to postgres://", refused.Message, StringComparison.Ordinal);
        await GoesOnAsync(data, url, host);
    }

    [Fact]
    public async Task Nothing_is_moved_while_a_server_runs_nor_over_a_store_nor_when_the_audit_log_was_touched()
    {
        var (data, _) = await FleetAsync(database: null);
        var url = await TestStore.EmptyPostgresAsync();
        using (RunningLock.Take(data))
            Assert.Contains(
                "A server is running on",
                (await Assert.ThrowsAsync<StorageUnusableException>(() => MoveAsync(data, url, []))).Message,
                StringComparison.Ordinal
            );
        using (var touched = await Database.OpenAsync(data, TimeProvider.System))
            await touched.WriteAsync(write => write.ExecuteAsync("update audit set actor = 'nobody' where number = 2"));
        Assert.Contains(
            "Nothing was changed",
            (await Assert.ThrowsAsync<StorageUnusableException>(() => MoveAsync(data, url, []))).Message,
            StringComparison.Ordinal
        );
        // Everything was one transaction: not even a schema remains.
        await using (var target = new PostgresStore(Place("", url).Postgres!))
        await using (var connection = await target.ConnectAsync(CancellationToken.None))
            Assert.Empty(await target.TablesAsync(connection));
        (await Database.OpenAsync(Place("", url), TimeProvider.System)).Dispose();
        Assert.Contains(
            "is not empty",
            (await Assert.ThrowsAsync<StorageUnusableException>(() => MoveAsync(data, url, []))).Message,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task A_backup_of_either_database_is_restored_into_either(bool fromPostgres, bool toPostgres)
    {
        var source = fromPostgres ? await TestStore.EmptyPostgresAsync() : null;
        var (data, host) = await FleetAsync(source);
        var file = Path.Combine(_files, "fleet.tar.gz");
        var made = await BackUp.RunAsync(DataDirectory.Open(data), Place(data, source), file, TimeProvider.System);
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));

        var target = toPostgres ? await TestStore.EmptyPostgresAsync() : null;
        var elsewhere = Path.Combine(_files, "restored");
        var (from, _, _) = await Restore.RunAsync(
            file,
            DataDirectory.Open(elsewhere),
            Place(elsewhere, target),
            replace: false,
            "cli:test",
            TimeProvider.System
        );
        Assert.Equal(made, from);
        var again = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            Restore.RunAsync(file, DataDirectory.Open(elsewhere), Place(elsewhere, target), replace: false, "cli:test", TimeProvider.System)
        );
        Assert.Contains(toPostgres ? "is not empty" : "already contains a store", again.Message, StringComparison.Ordinal);
        await Restore.RunAsync(
            file,
            DataDirectory.Open(elsewhere),
            Place(elsewhere, target),
            replace: true,
            "cli:test",
            TimeProvider.System
        );
        await GoesOnAsync(elsewhere, target, host);
        Directory.Delete(data, recursive: true);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public async Task Hosts_that_are_ahead_of_a_restored_backup_are_in_step_again(bool postgres, bool inPlace)
    {
        var url = postgres ? await TestStore.EmptyPostgresAsync() : null;
        var (data, host) = await FleetAsync(url);
        var file = Path.Combine(_files, "fleet.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(data), Place(data, url), file, TimeProvider.System);
        var newer = await RunningServer.StartAsync(data, options => options with { Database = url });
        using (var api = await newer.ApiAsync())
        {
            foreach (var segments in new[] { 12, 14 })
                await api.PublishAsync(Api.Iw10.Replace("10", $"{segments}", StringComparison.Ordinal));
        }
        host = host.At(newer);
        Assert.Equal(14, (await host.TakeAsync())!.Content.Windows[0].InitCwnd);
        host.Reported = await host.DurableAsync(
            host.Line(host.State(14, 14)) with
            {
                Number = 2,
            },
            host.Line(new HostEvent(HostEventKind.Applied, "", "14"), as_: 3)
        );
        Assert.Equal(3, host.Reported);
        await newer.StopAsync();

        // A new machine does not know the sequence that the fleet had reached.
        var to = inPlace ? data : Path.Combine(_files, "restored");
        string[] arguments = ["restore", file, "--data", to, "--replace", .. url is null ? Array.Empty<string>() : ["--database", url]];
        Assert.Equal(ExitCodes.Fine, await ServerCommandLine.RunAsync(new RootCommand { RestoreCommand.Create() }, arguments));
        await using var restored = await RunningServer.StartAsync(to, options => options with { Database = url });
        Assert.Equal(inPlace, restored.Get<Requirements>().Current.Sequence > host.Held!.Sequence);
        host = host.At(restored);
        var answer = await host.CheckInAsync();
        Assert.Equal($"{AgentWants.ReportsAfter}1", answer.Headers.GetValues(AgentPaths.WantsHeader).Single());
        Assert.Equal(10, (await host.OpenAsync(answer))!.Content.Windows[0].InitCwnd);
        Assert.Equal(2, await host.DurableAsync(host.Line(host.State(10, 10)) with { Number = 2 }));
        Assert.Null(await host.TakeAsync());
        using var now = await restored.ApiAsync();
        await Until.TrueAsync(
            async () => (await now.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail)).Summary.Verdict == Verdict.Compliant,
            () => "the host is not in step"
        );
        Assert.Single(
            (await now.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage)).Entries,
            entry => entry.Action == "store.restored"
        );
        if (!inPlace)
            Directory.Delete(data, recursive: true);
    }

    [Fact]
    public async Task A_backup_that_was_changed_or_cut_is_refused_and_nothing_is_there_afterwards()
    {
        var (data, _) = await FleetAsync(database: null);
        var file = Path.Combine(_files, "fleet.tar.gz");
        await BackUp.RunAsync(DataDirectory.Open(data), new StorePlace(data), file, TimeProvider.System);
        var bytes = await File.ReadAllBytesAsync(file);
        await File.WriteAllBytesAsync(file, bytes[..(bytes.Length / 2)]);
        var elsewhere = DataDirectory.Open(Path.Combine(_files, "restored"));
        await Assert.ThrowsAsync<StorageUnusableException>(() =>
            Restore.RunAsync(file, elsewhere, new StorePlace(elsewhere.Path), replace: false, "cli:test", TimeProvider.System)
        );
        Assert.False(File.Exists(elsewhere.File(Database.FileName)));
        Directory.Delete(data, recursive: true);
    }

    private static StorePlace Place(string directory, string? url) => StorePlace.Read(directory, url, null, new List<string>());

    private static async Task MoveAsync(string data, string url, Dictionary<string, long> told)
    {
        using var key = AuditKey.Load(DataDirectory.Open(data));
        await MoveStore.RunAsync(
            data,
            Place(data, url).Postgres!,
            key.Public,
            "cli:test",
            TimeProvider.System,
            (table, rows) => told[table] = rows
        );
    }

    /// <summary>Two hosts that have some data in every table for hosts; stopped.</summary>
    private static async Task<(string Data, TestHost Host)> FleetAsync(string? database)
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = database });
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync(labels: ("site", "fra"));
        await server.EnrolAsync("web-2");
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(
            new ReportLine
            {
                Number = 1,
                At = DateTimeOffset.UnixEpoch,
                Facts = TestHost.FactsOf("web-1"),
            }
        );
        await server.Database.WriteAsync(async write =>
        {
            await write.ManyAsync(LineRows.Evidences, [.. Enumerable.Range(1, Weeks).Select(week => Evidence(server, host, week))]);
            return 0;
        });
        await server.StopAsync();
        return (server.Data, host);

        static object?[] Evidence(RunningServer server, TestHost host, int week) =>
            LineRows
                .Of(
                    host.Id,
                    new ReportLine
                    {
                        Number = 100 + week,
                        At = DateTimeOffset.UnixEpoch,
                        Evidence = new()
                        {
                            TargetId = $"{week}",
                            Method = EvidenceMethod.FreshConnection,
                            At = DateTimeOffset.UnixEpoch,
                            Conclusive = false,
                        },
                    },
                    server.Clock.Now() + ((week - 5) * 604_800_000L)
                )
                .Evidence!;
    }

    private static async Task GoesOnAsync(string data, string? url, TestHost host)
    {
        await using var server = await RunningServer.StartAsync(data, options => options with { Database = url });
        Assert.Equal(url is null ? "SQLite" : "PostgreSQL", server.Database.Engine.Split(' ')[0]);
        Assert.Equal(
            string.Concat(Enumerable.Range(1, Weeks)),
            string.Concat(await server.Database.ReadAsync(db => db.ListAsync<string>("select target_id from evidence order by number")))
        );
        var back = new TestHost(server.Client(host.Client.DefaultRequestHeaders.Authorization!.ToString()), host.Reply, host.Facts)
        {
            Held = host.Held,
            Counter = host.Counter,
        };
        await back.TakeAsync();
        Assert.Equal(
            2,
            await back.DurableAsync(
                new ReportLine
                {
                    Number = 2,
                    At = DateTimeOffset.UnixEpoch,
                    Facts = TestHost.FactsOf("web-1"),
                }
            )
        );
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        Assert.Equal(3, (await back.TakeAsync())!.Content.Windows[0].InitCwnd);
        var verified = await server.Database.SnapshotAsync(db => VerifyAudit.RunAsync(db, server.Get<AuditKey>().Public));
        Assert.True(verified.Intact, verified.Text);
    }
}
