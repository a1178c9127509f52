using System.Globalization;
using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Logging.Abstractions;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>
/// A fleet with random events, over the server's real judging and storing. A recorder beside it judges all hosts independently whenever it
/// is asked.
/// </summary>
internal sealed class RecordedFleet : IAsyncDisposable
{
    /// <summary>What the recorder keeps of a host, for comparison with a rebuilt one.</summary>
    internal sealed record Seen(string Name, string Labels, string Verdict, string Reason, string Policy, long? Revision);

    private sealed class Model
    {
        public required FleetHost Host { get; set; }
        public HostState? State { get; set; }
        public DateTimeOffset? Heard { get; set; }
        public CheckInRequest? Said { get; set; }
        public DateTimeOffset? ListenedSince { get; set; }
        public long Number { get; set; }
    }

    private readonly string directory = Directory.CreateTempSubdirectory("iwtune-recorded-").FullName;
    private readonly Dictionary<string, Model> models = new(StringComparer.Ordinal);
    private readonly SeededRandom random;
    private readonly ServerOptions options;
    private HostDirectory hosts = new();
    private Requirements requirements = null!;
    private VerdictSweep sweep = null!;
    private Judge judge = null!;
    private PresenceWriter presences = null!;
    private int named;

    private RecordedFleet(ulong seed) => (random, options) = (new SeededRandom(seed), new ServerOptions { Data = directory });

    public TestClock Clock { get; } = new(new DateTimeOffset(2026, 3, 1, 8, 0, 0, TimeSpan.Zero));

    public Database Database { get; private set; } = null!;

    public JudgedPeriods Periods { get; private set; } = null!;

    /// <summary>The recorder's observations, by unix milliseconds.</summary>
    public Dictionary<long, Dictionary<string, Seen>> Record { get; } = [];

    /// <summary>Spans in which the server was down.</summary>
    public List<(long From, long To)> Down { get; } = [];

    public static async Task<RecordedFleet> StartAsync(ulong seed)
    {
        var fleet = new RecordedFleet(seed);
        fleet.Database = await TestStore.OpenAsync(fleet.directory, fleet.Clock);
        await fleet.BeginAsync();
        return fleet;
    }

    /// <summary>An event happens; the server looks; the recorder looks a moment later.</summary>
    public async Task StepAsync()
    {
        Clock.Advance(TimeSpan.FromMilliseconds(Between(20, 4000)));
        await sweep.RunAsync(CancellationToken.None);
        await HappenAsync(Between(0, 100));
        await sweep.RunAsync(CancellationToken.None);
        Clock.Advance(TimeSpan.FromMilliseconds(10));
        See();
    }

    /// <summary>The hosts as the server's history has them at an instant.</summary>
    public Task<Dictionary<string, Seen>> RebuiltAsync(long at) =>
        Database.ReadAsync(async db =>
        {
            var rebuilt = new Dictionary<string, Seen>(StringComparer.Ordinal);
            await foreach (var host in HistoryReads.MembersAsync(db, at))
                rebuilt.Add(
                    host.Id,
                    new(
                        host.Kept.Host.Name,
                        Text(host.Kept.Host.Labels),
                        host.Judged.ToString(),
                        host.Why,
                        host.Policy ?? "",
                        host.Revision
                    )
                );
            return rebuilt;
        });

    public async ValueTask DisposeAsync()
    {
        requirements.Dispose();
        sweep.Dispose();
        presences.Dispose();
        Database.Dispose();
        Directory.Delete(directory, recursive: true);
        await Task.CompletedTask;
    }

    private async Task BeginAsync()
    {
        hosts = await HostDirectory.LoadAsync(Database);
        requirements = new Requirements(Database);
        await requirements.ReloadAsync();
        await JudgedPeriods.ListenAsync(Database, hosts, Clock);
        (judge, Periods) = (
            new Judge(requirements, new(Database), new(Database, () => new(false, [], []), Clock), options, Clock),
            new JudgedPeriods(Database, Clock)
        );
        sweep = new VerdictSweep(
            hosts,
            new(Clock),
            judge,
            requirements,
            Periods,
            new(Database, Clock, NullLogger<Leadership>.Instance),
            new(Database, Clock),
            Database,
            Clock,
            NullLogger<VerdictSweep>.Instance
        );
        presences = new PresenceWriter(hosts, Database, Clock, NullLogger<PresenceWriter>.Instance);
        await sweep.RunAsync(CancellationToken.None);
    }

    private async Task HappenAsync(int what)
    {
        switch (what)
        {
            case < 12 or _ when models.Count == 0:
                await JoinAsync();
                break;
            case < 40:
                CheckIn(Any());
                break;
            case < 68:
                await ReportAsync(Any());
                break;
            case < 76:
                await PublishAsync();
                break;
            case < 82:
                await RelabelAsync(Any());
                break;
            case < 85:
                await LeaveAsync(Any());
                break;
            case < 95:
                Wait();
                break;
            default:
                await RestartAsync();
                break;
        }
    }

    private int Between(int least, int below) => least + random.Below(below - least);

    private Model Any() => models.Values.ElementAt(Between(0, models.Count));

    private async Task JoinAsync()
    {
        var (id, facts) = (IwTune.Server.Hosting.Clock.NewId(Clock), TestHost.FactsOf($"host-{named++}"));
        var labels = new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = "fra" };
        var host = await Database.WriteAsync(write => new NewMember(id, facts, labels, "00").StoreAsync(write, Clock));
        hosts.Add(host);
        models.Add(id, new() { Host = host });
    }

    private void CheckIn(Model of)
    {
        var held =
            Between(0, 3) == 0
                ? of.Said?.Held
                : new HeldBundle(1, of.Host.Required(requirements.Current).Digest, Clock.GetUtcNow().AddDays(1));
        of.Said = new(held, Between(0, 4) == 0 ? "other" : of.State?.StateHash ?? "h0", "boot", ++of.Number);
        of.Heard = Clock.GetUtcNow();
        of.Host.Update(last => (Presence.Next(last, of.Said, Clock.Now()), 0));
    }

    private async Task ReportAsync(Model of)
    {
        var window = Between(2, 5);
        of.State = new()
        {
            Held =
                Between(0, 5) == 0 ? null : new HeldBundle(1, of.Host.Required(requirements.Current).Digest, Clock.GetUtcNow().AddDays(1)),
            Policy = "edge",
            Phase = Between(0, 6) == 0 ? BundlePhase.AwaitingConfirm : BundlePhase.Applied,
            StateHash = $"h{Between(0, 3)}",
            Repaired = Between(0, 3) == 0 ? Clock.GetUtcNow().AddHours(-Between(0, 30)) : null,
            Targets =
            [
                new()
                {
                    Id = "ipv4 main default",
                    Scope = "default",
                    Owner = "static",
                    Strategy = "in-place",
                    Configured = new Window(window, null),
                    Wanted = new Window(3, null),
                },
            ],
        };
        if (of.Heard is not null)
            of.Heard = Clock.GetUtcNow();
        of.Host.Update(last => (last.SeenAt > 0 ? last with { SeenAt = Clock.Now() } : last, 0));
        await Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                """
                insert into host_states (host_id, reported_at, phase, held_digest, state) values (@Id, 0, '', '', @json)
                on conflict (host_id) do update set state = excluded.state
                """,
                new { of.Host.Id, json = JsonSerializer.Serialize(of.State, WireJson.Default.HostState) }
            );
            await judge.RunAsync(write, of.Host, reported: true);
            return 0;
        });
    }

    private async Task PublishAsync()
    {
        var selector = Between(0, 2) == 0 ? "site:fra" : "site:ams";
        var by = new Publisher(
            Database,
            requirements,
            hosts,
            Clock,
            "user:test",
            IwTune.Server.Features.Identity.Permissions.HostScope.Fleet,
            IwTune.Server.Features.Identity.Permissions.HostScope.Fleet
        );
        var document =
            $"policy: {(selector == "site:fra" ? "edge" : "core")}\nwindow: {{ initcwnd: {Between(2, 9)} }}\nscopes: [default]\n";
        var request = new PublishRequest(document, "because", selector);
        var result = await Publish.RunAsync(by, request);
        // More than half of the fleet: the test reads the number and confirms it, as a person would.
        if (result.Problems is [{ Path: "confirm", Rule: var rule }])
            result = await Publish.RunAsync(by, request with { Confirm = int.Parse(rule.Split(' ')[^1], CultureInfo.InvariantCulture) });
        Assert.Empty(result.Problems);
    }

    private async Task RelabelAsync(Model of)
    {
        var site = Between(0, 3) switch
        {
            0 => "ams",
            1 => "lon",
            _ => "fra",
        };
        await Relabel.RunAsync(
            Database,
            requirements,
            Clock,
            "user:test",
            of.Host,
            new Dictionary<string, string>(StringComparer.Ordinal) { ["site"] = site },
            "moved"
        );
    }

    private async Task LeaveAsync(Model of)
    {
        await Retire.RunAsync(Database, hosts, Clock, "user:test", HostScope.Fleet, of.Host.Id, "scrapped");
        models.Remove(of.Host.Id);
    }

    /// <summary>Time passes and the server does not look; the recorder does.</summary>
    private void Wait()
    {
        var pieces = Between(1, 12);
        var piece = TimeSpan.FromMilliseconds(Between(1_000, Between(0, 4) == 0 ? 9_000_000 : 120_000));
        for (var i = 0; i < pieces; i++)
        {
            Clock.Advance(piece);
            See();
        }
    }

    private async Task RestartAsync()
    {
        if (Between(0, 2) == 0)
            await Periods.EndAsync();
        // A crash loses presences from before the last batch; later ones are kept.
        await presences.WriteAsync(all: true);
        var from = Clock.Now();
        var stale = models.Values.Where(model => Judged(model).Verdict == Verdict.Stale).ToList();
        sweep.Dispose();
        presences.Dispose();
        requirements.Dispose();
        Clock.Advance(TimeSpan.FromSeconds(Between(61, 4000)));
        foreach (var model in models.Values.Where(model => !stale.Contains(model)))
            model.ListenedSince = Clock.GetUtcNow();
        await BeginAsync();
        Down.Add((from, Clock.Now()));
        foreach (var model in models.Values)
            model.Host = hosts.Find(model.Host.Id)!;
    }

    private Judgement Judged(Model of)
    {
        var required = of.Host.Required(requirements.Current);
        return ComplianceEvaluator.Evaluate(
            new ComplianceCase
            {
                RequiredDigest = required.By is null ? null : required.Digest,
                Required = required.Content.Windows,
                State = of.State,
                CheckedInAt = of.Heard,
                CheckIn = of.Heard is null ? null : of.Said,
                Now = Clock.GetUtcNow(),
                StaleAfter = options.StaleAfter,
                ListenedSince = of.ListenedSince,
            }
        );
    }

    private void See() =>
        Record[Clock.Now()] = models.ToDictionary(
            one => one.Key,
            one =>
            {
                var (judged, required, identity) = (
                    Judged(one.Value),
                    one.Value.Host.Required(requirements.Current),
                    one.Value.Host.Identity
                );
                return new Seen(
                    identity.Name,
                    Text(identity.Labels),
                    judged.Verdict.ToString(),
                    judged.Reason,
                    required.By?.Policy ?? "",
                    required.By is null ? null : required.Content.Revision
                );
            },
            StringComparer.Ordinal
        );

    private static string Text(IReadOnlyDictionary<string, string> labels) =>
        string.Join(
            ' ',
            labels
                .OrderBy(label => label.Key, StringComparer.Ordinal)
                .Select(label => string.Create(CultureInfo.InvariantCulture, $"{label.Key}:{label.Value}"))
        );
}
