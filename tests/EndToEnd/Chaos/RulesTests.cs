using System.Text.Json;
using IwTune.Chaos.Checking;
using IwTune.Chaos.Running;
using IwTune.Chaos.Schedules;
using IwTune.Lab;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Chaos;

/// <summary>Each rule of the checker finds what it is there for, and nothing where all is well.</summary>
public sealed class RulesTests
{
    private static readonly DateTimeOffset At = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly string Line = Written(1, HostEventKind.Applied, "two routes");
    private static readonly StoreCopy.Report Row = Stored("Applied two routes");
    private static readonly RouteImage Routes = new("default via 10.77.1.1", "00");

    private static readonly Observed Good = new(
        [Tried("step-0", 0, new Operation.Publish(4, false)), Tried("step-1", 1, new Operation.Publish(33, false))],
        Restored: [],
        new CommandResult(0, "", ""),
        new StoreCopy(
            [new(1, "step-0"), new(2, "step-1")],
            [Row],
            [],
            [Ring("Started", "begins"), Ring("RingStarted", "Ring 1 of 2: 1 host.")]
        ),
        [Host([Line])]
    );

    [Fact]
    public void Nothing_is_found_where_all_is_well() => Assert.Empty(Found(Good));

    [Fact]
    public void A_lost_report_is_found() =>
        Assert.Contains(
            "the store has lost it",
            Assert.Single(Found(Store(store => store with { Events = [] }))),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_host_of_which_no_report_was_seen_is_found() =>
        Assert.Contains("nothing can be compared", Assert.Single(Found(Good with { Hosts = [Host([])] })), StringComparison.Ordinal);

    [Fact]
    public void A_report_that_is_stored_twice_is_found() =>
        Assert.Contains("2 times", Assert.Single(Found(Store(store => store with { Events = [Row, Row] }))), StringComparison.Ordinal);

    [Fact]
    public void A_report_that_was_numbered_anew_is_one_report() =>
        Assert.Empty(Found(Good with { Hosts = [Host([Line, Written(7, HostEventKind.Applied, "two routes")])] }));

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 1)]
    public void A_restore_excuses_a_lost_report_only_when_the_host_reported_the_loss(bool told, int findings)
    {
        var restored = Store(store => store with { Events = told ? [Stored("ReportsLost up to 7")] : [] });
        Assert.Equal(findings, Found(restored with { Restored = [new(0, 1)] }).Count);
    }

    [Fact]
    public void A_host_that_said_of_reports_that_they_could_not_be_sent_is_excused() =>
        Assert.Empty(Found(Store(store => store with { Events = [] }) with { Hosts = [Host([Line]) with { LostReports = true }] }));

    [Fact]
    public void An_acknowledged_publication_that_is_no_revision_is_found_unless_a_restore_removed_it()
    {
        var without = Store(store => store with { Revisions = [new(1, "step-0")] });
        Assert.Contains("step-1 was acknowledged", Assert.Single(Found(without)), StringComparison.Ordinal);
        Assert.Empty(Found(without with { Restored = [new(0, 1)] }));
        Assert.Single(Found(without with { Restored = [new(1, 2)] }));
    }

    [Fact]
    public void A_publication_that_became_two_revisions_is_found() =>
        Assert.Contains(
            "2 revisions",
            Assert.Single(Found(Store(store => store with { Revisions = [.. store.Revisions, new(3, "step-1")] }))),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_publication_that_is_stored_although_the_server_refused_it_is_found()
    {
        var refused = Tried("step-1", 1, new Operation.Publish(33, false)) with
        {
            Ok = false,
            Said = "503: Nothing of this call was stored.",
        };
        Assert.Contains(
            "step-1 was refused",
            Assert.Single(Found(Good with { Operations = [Good.Operations[0], refused] })),
            StringComparison.Ordinal
        );
        // Without an answer it may be stored or not.
        Assert.Empty(Found(Good with { Operations = [Good.Operations[0], refused with { Said = "timed out" }] }));
    }

    [Fact]
    public void A_gap_between_revisions_is_found() =>
        Assert.Contains(
            "1, 3",
            Assert.Single(Found(Store(store => store with { Revisions = [new(1, "step-0"), new(3, "step-1")] }))),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_ring_that_started_twice_is_found_even_if_it_has_other_hosts() =>
        Assert.Contains(
            "RingStarted 2 times",
            Assert.Single(
                Found(Store(store => store with { RolloutEvents = [.. store.RolloutEvents, Ring("RingStarted", "Ring 1 of 2: 2 hosts.")] }))
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_window_that_is_not_what_was_reported_is_found() =>
        Assert.Contains(
            "has the windows 33 and 10",
            Assert.Single(Found(Good with { Hosts = [Host([Line]) with { Windows = [33, 10] }] })),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_broken_audit_log_is_found() =>
        Assert.Contains(
            "entry 7",
            Assert.Single(Found(Good with { Audit = new CommandResult(1, "entry 7 was changed", "") })),
            StringComparison.Ordinal
        );

    [Fact]
    public void Routes_that_are_not_what_they_were_and_a_host_that_cannot_leave_are_found()
    {
        var host = Host([Line]) with { After = Routes with { Bytes = "01" }, Left = new CommandResult(1, "", "refused") };
        Assert.Equal(2, Found(Good with { Hosts = [host] }).Count);
    }

    private static List<string> Found(Observed seen) => [.. Rule.All.SelectMany(rule => rule.Check(seen))];

    private static Observed Store(Func<StoreCopy, StoreCopy> change) => Good with { Store = change(Good.Store) };

    private static Happened Tried(string id, int step, Operation operation) => new(id, step, operation, Ok: true, "");

    private static StoreCopy.Report Stored(string what) => new("host1", At.ToUnixTimeMilliseconds(), what);

    private static StoreCopy.RolloutEvent Ring(string kind, string text) => new("r", kind, text);

    private static string Written(long number, HostEventKind kind, string text) =>
        JsonSerializer.Serialize(
            new ReportLine
            {
                Number = number,
                At = At,
                Event = new HostEvent(kind, "", text),
            },
            WireJson.Default.ReportLine
        );

    private static HostEnd Host(IReadOnlyList<string> reported) =>
        new(
            "host1",
            reported,
            LostReports: false,
            new AgentStatus(
                new HostState
                {
                    Phase = BundlePhase.Applied,
                    StateHash = "",
                    Targets =
                    [
                        new TargetState
                        {
                            Id = "ipv4 main default",
                            Owner = "static",
                            Strategy = "in-place",
                            Configured = new Window(33, null),
                            Wanted = new Window(33, null),
                        },
                    ],
                },
                [],
                ""
            ),
            [33, 33],
            new CommandResult(0, "", ""),
            Routes,
            Routes
        );
}
