using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Repairs;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Engine;

/// <summary>The content of a journal after it was read again, and after it was compacted.</summary>
public sealed class JournalMemoryTests : IDisposable
{
    private static readonly Window Sixteen = new(16, null);
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private Journal _journal;

    public JournalMemoryTests() => _journal = Journal.Open(_bench.State, _bench.Clock);

    [Fact]
    public void Fights_outlive_the_process_and_end()
    {
        var fight = new Fight(Bench.Default, _bench.Clock.GetUtcNow(), "dhclient", 4, "Set it there.");
        _journal.BeginFight(fight);
        _journal.BeginFight(fight with { Target = Bench.Ten, By = "" });
        Assert.Equal([fight, fight with { Target = Bench.Ten, By = "" }], Reread().Fights);
        _journal.EndFight(Bench.Default);
        Assert.Equal([Bench.Ten], Reread().Fights.Select(left => left.Target));
    }

    [Fact]
    public void Repairs_are_counted_by_who_made_them_necessary_also_when_the_entries_are_gone()
    {
        Take(TransactionKind.Apply, "d1", Target());
        Take(TransactionKind.Repair, "d1", Ours() with { ChangedBy = new Attribution("dhclient", "", _bench.Clock.GetUtcNow()) });
        Take(TransactionKind.Repair, "d1", Ours() with { ChangedBy = new Attribution("dhclient", "", _bench.Clock.GetUtcNow()) });
        Take(TransactionKind.Repair, "d1", Ours());
        Take(TransactionKind.Repair, "d1", Ours(), new Outcome.Failed("no")); // none
        string[] expected = ["dhclient 2", "not known 1"];
        Assert.Equal(expected, Counts());
        for (var i = 0; i < 800; i++)
            Take(TransactionKind.Decide, "d1", Ours());
        var entries = File.ReadLines(_bench.State.Journal).Count();
        _journal.Compact();
        Assert.InRange(File.ReadLines(_bench.State.Journal).Count(), 1, entries / 2);
        Assert.Equal(expected, Counts());
        Reread();
        Assert.Equal(expected, Counts());
        Assert.Equal(Window.Unset, Assert.Single(_journal.Originals).Window);
        Assert.False(Assert.Single(_journal.Originals).Raw.IsEmpty);

        string[] Counts() => [.. _journal.Repairs.Select(one => $"{one.By} {one.Count}").Order(StringComparer.Ordinal)];
    }

    [Fact]
    public void A_compacted_journal_is_not_written_again_before_it_has_doubled()
    {
        for (var i = 0; i < 1500; i++)
            Take(TransactionKind.Apply, "d1", Target() with { Id = $"route {i}" });
        _journal.Compact();
        var compacted = File.GetLastWriteTimeUtc(_bench.State.Journal);
        var length = new FileInfo(_bench.State.Journal).Length;
        Take(TransactionKind.Repair, "d1", Ours() with { Id = "route 1" });
        _journal.Compact();
        Assert.True(new FileInfo(_bench.State.Journal).Length > length, $"rewritten since {compacted:O}");
        Assert.Equal(1500, Reread().Managed.Count());
    }

    [Fact]
    public void The_content_that_is_held_outlives_any_number_of_repairs()
    {
        Confirmed("d1", Target());
        Confirmed("d2", Ours());
        Confirmed("d3", Ours());
        for (var i = 0; i < 800; i++)
            Take(TransactionKind.Repair, "d3", Ours());
        _journal.Compact();
        Assert.Equal("d3", Reread().Held?.Digest);
        _journal.Undo(_journal.Held!.Id);
        Assert.Equal("d2", _journal.Held?.Digest);
    }

    [Fact]
    public void The_history_of_a_host_with_many_routes_is_bounded_by_its_entries()
    {
        const int routes = 200;
        var targets = Enumerable.Range(0, routes).Select(i => Target() with { Id = $"route {i}" }).ToList();
        for (var i = 0; i < 100; i++)
        {
            var repair = _journal.Begin(TransactionKind.Repair, Bench.Content(("default", 16, null)), "d1");
            _journal.Before(repair.Id, targets.Select(target => (i == 0 ? target : Ours() with { Id = target.Id }, Sixteen)), "boot-1");
            _journal.After(repair.Id, targets.Select(target => (target, (Outcome)new Outcome.Applied(), false)));
            _journal.Confirm(repair.Id);
        }
        _journal.Compact();
        var entries = File.ReadLines(_bench.State.Journal).Count();
        // Twenty that can be undone and the first, with the images of before; and one repaired count for each route.
        Assert.InRange(entries, 20 * 2 * routes, 21 * (2 * routes + 2) + routes);
        Assert.Equal(routes, Reread().Managed.Count());
        Assert.All(_journal.Repairs, one => Assert.Equal(99, one.Count));
    }

    [Fact]
    public void A_target_that_was_forgotten_stays_so_when_the_journal_is_compacted()
    {
        Confirmed("d1", Target());
        for (var i = 0; i < 800; i++)
            Take(TransactionKind.Decide, "d1", Ours());
        Take(TransactionKind.Repair, "d1", Target() with { Id = Bench.Ten });
        _journal.Forget([Bench.Ten]);
        _journal.Compact();
        Assert.Equal([Bench.Default], _journal.Managed);
        Assert.Equal([Bench.Default], Reread().Managed);
    }

    [Fact]
    public void A_compacted_journal_says_the_same_before_and_after_it_is_read_again()
    {
        Confirmed("d1", Target());
        Take(TransactionKind.Repair, "d1", Ours() with { Id = Bench.Ten }, new Outcome.Failed("no"));
        _journal.Undo(_journal.Transactions.Last().Id);
        for (var i = 0; i < 800; i++)
            Take(TransactionKind.Decide, "d1", Ours() with { ChangedBy = new Attribution("dhclient", "", default) }, why: $"because {i}");
        var open = _journal.Begin(TransactionKind.Override, null, "d9");
        _journal.Before(open.Id, [(Target() with { Id = Bench.Ten, Strategy = new Strategy(StrategyKind.Shadow, "") }, Sixteen)], "boot-1");
        _journal.BeginFight(new Fight(Bench.Ten, _bench.Clock.GetUtcNow(), "cron", 4, "Stop it."));
        _journal.Compact();
        Assert.InRange(_journal.Transactions.Count, 150, 250);
        var compacted = All();
        Reread();
        Assert.Equal(compacted, All());
        Assert.True(_journal.Uses(way => way == StrategyKind.Shadow));
        Assert.Contains(compacted, line => line.Contains("because 799", StringComparison.Ordinal));

        List<string> All() =>
            [
                .. _journal.Transactions.Select(past =>
                    $"{past with { Changes = [], Content = null }} {past.Content?.Policy} {string.Concat(past.Changes.Select(Shown))}"
                ),
                .. _journal.Originals.Select(Image),
                .. _journal.Fights.Select(fight => $"{fight}"),
                .. _journal.Given().Select(given => $"{given}"),
            ];

        static string Shown(Change change) => $"{change with { Before = null! }} {Image(change.Before)}";

        static string Image(BeforeImage image) => $"{image with { Raw = default }} {Convert.ToHexString(image.Raw.Span)}";
    }

    [Fact]
    public void What_a_host_decided_belongs_to_the_content_it_decided_for_and_to_no_other()
    {
        var apply = _journal.Begin(TransactionKind.Apply, Bench.Content(("default", 16, null)), "d1");
        _journal.Confirm(apply.Id);
        Assert.Equal((true, null), (_journal.HeldUntouched, _journal.LastUndoable));
        Take(TransactionKind.Decide, "d2", Target());
        Assert.Equal((true, null), (_journal.HeldUntouched, _journal.LastUndoable)); // another content
        Take(TransactionKind.Decide, "d1", Target() with { Id = Bench.Ten }, why: "loss was low");
        Assert.Equal((false, apply.Id), (_journal.HeldUntouched, _journal.LastUndoable?.Id));
        Assert.Equal("loss was low", Reread().Transactions.Last().Why);

        var next = _journal.Begin(TransactionKind.Apply, Bench.Content(("default", 20, null)), "d1");
        _journal.Confirm(next.Id);
        Assert.True(_journal.HeldUntouched); // an earlier decision belongs to the earlier content
        _journal.Undo(next.Id);
        Assert.Equal(apply.Id, _journal.LastUndoable?.Id);
    }

    [Fact]
    public void An_image_of_another_boot_speaks_only_of_a_target_that_is_as_we_set_it()
    {
        Take(TransactionKind.Apply, "d1", Target());
        Assert.NotNull(_journal.Of(Target(), "boot-1"));
        Assert.Null(_journal.Of(Target(), "boot-2"));
        Assert.Equal(Sixteen, _journal.Of(Target() with { Current = Sixteen }, "boot-2")?.LastSet.Window);
    }

    [Fact]
    public void A_target_keeps_its_image_under_its_new_name()
    {
        Take(TransactionKind.Apply, "d1", Target());
        _journal.Rename(new Dictionary<string, string> { [Bench.Default] = "ipv4 main default via 192.0.2.1 dev wan0 metric 100" });
        foreach (var journal in (Journal[])[_journal, Reread()])
        {
            Assert.Equal(["ipv4 main default via 192.0.2.1 dev wan0 metric 100"], journal.Managed);
            Assert.Equal("ipv4 main default via 192.0.2.1 dev wan0 metric 100", journal.Transactions.Last().Changes[0].TargetId);
        }
        _journal.Forget(["ipv4 main default via 192.0.2.1 dev wan0 metric 100"]);
        Assert.Empty(Reread().Managed);
    }

    [Fact]
    public void The_way_a_target_was_set_is_known_before_and_after_its_step()
    {
        var shadowed = Target() with { Strategy = new Strategy(StrategyKind.Shadow, "") };
        var transaction = _journal.Begin(TransactionKind.Apply, Bench.Content(("default", 16, null)), "d1");
        _journal.Before(transaction.Id, [(shadowed, Sixteen), (Target() with { Id = Bench.Ten }, Sixteen)], "boot-1");
        Assert.True(_journal.Uses(way => way == StrategyKind.Shadow));
        _journal.After(
            transaction.Id,
            [(shadowed, new Outcome.Applied(), false), (Target() with { Id = Bench.Ten }, new Outcome.Refused("no"), true)]
        );
        Assert.True(Reread().Uses(way => way == StrategyKind.Shadow));
        Assert.False(_journal.Uses(way => way == StrategyKind.Native));
        Assert.Equal([Bench.Default], _journal.Managed);
    }

    public void Dispose() => _bench.Dispose();

    private Journal Reread() => _journal = Journal.Open(_bench.State, _bench.Clock);

    private Target Target() => _bench.Tuner.Routes[0].ToTarget();

    /// <summary>The target after the agent set it and another program changed it.</summary>
    private Target Ours() =>
        Target() with
        {
            Original = new BeforeImage(Bench.Default, Window.Unset, Target().Raw, "boot-1", _bench.Clock.GetUtcNow()),
            LastSet = new Setting(Sixteen, StrategyKind.InPlace),
        };

    private void Confirmed(string digest, Target target)
    {
        Take(TransactionKind.Apply, digest, target);
        _journal.Confirm(_journal.Transactions.Last().Id);
    }

    private void Take(TransactionKind kind, string digest, Target target, Outcome? outcome = null, string why = "")
    {
        var transaction = _journal.Begin(kind, Bench.Content(("default", 16, null)), digest, why);
        _journal.Before(transaction.Id, [(target, Sixteen)], "boot-1");
        _journal.After(transaction.Id, [(target, outcome ?? new Outcome.Applied(), false)]);
    }
}
