using System.Text;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

public sealed class JournalTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public async Task The_before_image_is_on_the_disk_when_the_step_is_taken()
    {
        BeforeImage? seen = null;
        _bench.Tuner.Fault = _ =>
        {
            seen = Assert.Single(Journal.Peek(_bench.State, _bench.Clock).Originals);
            return null;
        };
        var reconciler = _bench.Open();
        await ApplyAsync(reconciler, 16);
        Assert.Equal(Bench.Default, seen!.TargetId);
        Assert.Equal(Window.Unset, seen.Window);
        Assert.Equal("default via 192.0.2.1 dev eth0 proto dhcp metric 100 mtu 1400", Encoding.UTF8.GetString(seen.Raw.Span));
        Assert.Equal("boot-1", seen.BootId);
    }

    [Fact]
    public async Task A_new_process_knows_what_the_old_one_did()
    {
        {
            var first = _bench.Open();
            await ApplyAsync(first, 16);
        }
        var second = _bench.Open();
        Assert.Equal(Bench.Default, Assert.Single(second.Journal.Managed));
        Assert.Equal("edge", second.Journal.Held!.Content!.Policy);
        await second.Rollbacks.AllAsync(CancellationToken.None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task The_original_is_kept_over_many_changes()
    {
        var reconciler = _bench.Open();
        foreach (var window in (int[])[16, 20, 30])
            await ApplyAsync(reconciler, window);
        Assert.Equal(Window.Unset, Assert.Single(reconciler.Journal.Originals).Window);
    }

    [Fact]
    public async Task A_last_line_torn_by_a_crash_is_cut_off()
    {
        {
            var first = _bench.Open();
            await ApplyAsync(first, 16);
        }
        var whole = File.ReadAllBytes(_bench.State.Journal);
        foreach (var torn in (int[])[1, 9, 40])
        {
            File.WriteAllBytes(_bench.State.Journal, [.. whole, .. whole[..torn]]);
            var journal = Journal.Open(_bench.State, _bench.Clock);
            Assert.Equal(Bench.Default, Assert.Single(journal.Managed));
            Assert.Equal(whole, File.ReadAllBytes(_bench.State.Journal));
        }
    }

    [Fact]
    public async Task Looking_leaves_a_torn_line_to_whoever_is_writing_it()
    {
        {
            var first = _bench.Open();
            await ApplyAsync(first, 16);
        }
        File.AppendAllText(_bench.State.Journal, "half");
        var before = File.ReadAllBytes(_bench.State.Journal);
        Assert.Single(Journal.Peek(_bench.State, _bench.Clock).Managed);
        Assert.Equal(before, File.ReadAllBytes(_bench.State.Journal));
    }

    [Fact]
    public async Task Damage_anywhere_else_is_named_and_nothing_goes_on()
    {
        {
            var first = _bench.Open();
            await ApplyAsync(first, 16);
        }
        var bytes = File.ReadAllBytes(_bench.State.Journal);
        var secondLine = Array.IndexOf(bytes, (byte)'\n') + 1;
        bytes[secondLine + 30] ^= 1;
        File.WriteAllBytes(_bench.State.Journal, bytes);
        var damage = Assert.Throws<StateUnusableException>(() => _bench.Open());
        Assert.Contains($"{_bench.State.Journal} is damaged in line 2", damage.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task When_it_cannot_be_written_the_step_is_not_taken()
    {
        var reconciler = _bench.Open();
        Directory.CreateDirectory(_bench.State.Journal); // a file cannot be opened where a directory is
        var turn = await ApplyAsync(reconciler, 16);
        var outcome = Assert.IsType<Outcome.Refused>(Assert.Single(turn.Outcomes).Outcome);
        Assert.Contains("could not be stored", outcome.Reason, StringComparison.Ordinal);
        Assert.Equal(BundlePhase.Failed, turn.State.Phase);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task After_a_reboot_a_route_made_anew_is_its_owners_again()
    {
        {
            var first = _bench.Open();
            await ApplyAsync(first, 16);
        }
        _bench.Tuner.BootId = "boot-2";
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(30, null) });

        var second = _bench.Open();
        await second.ReconcileAsync(BundleContent.Nothing, CancellationToken.None);
        Assert.Equal(new Window(30, null), _bench.WindowOf(Bench.Default));
        await ApplyAsync(second, 16);
        await second.Rollbacks.AllAsync(CancellationToken.None);
        Assert.Equal(new Window(30, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task When_everything_is_put_back_only_the_history_stays()
    {
        var reconciler = _bench.Open();
        await ApplyAsync(reconciler, 16);
        await reconciler.Rollbacks.AllAsync(CancellationToken.None);
        Assert.DoesNotContain("\"raw\"", File.ReadAllText(_bench.State.Journal), StringComparison.Ordinal);
        Assert.Equal(
            [TransactionKind.Apply, TransactionKind.Rollback],
            Journal.Open(_bench.State, _bench.Clock).Transactions.Select(past => past.Kind)
        );
    }

    [Fact]
    public async Task It_does_not_grow_without_end()
    {
        var reconciler = _bench.Open();
        for (var round = 0; round < 1500; round++)
            await ApplyAsync(reconciler, 16 + round % 2);
        Assert.InRange(new FileInfo(_bench.State.Journal).Length, 1, 2_000_000);
        var reread = Journal.Open(_bench.State, _bench.Clock);
        Assert.Equal(Window.Unset, Assert.Single(reread.Originals).Window);
        Assert.Equal(reconciler.Journal.Transactions.Last().Id, reread.Transactions.Last().Id);
        await reconciler.Rollbacks.LastAsync(CancellationToken.None);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task A_policy_that_covers_nothing_of_the_one_before_is_undone_like_any_other()
    {
        var reconciler = _bench.Open();
        await ApplyAsync(reconciler, 16);
        await reconciler.ReconcileAsync(Bench.Content(("prefix:172.16.0.0/12", 16, null)), CancellationToken.None);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.True((await _bench.Open().Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        Assert.True((await _bench.Open().Rollbacks.LastAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Null(_bench.Open().Journal.LastUndoable);
        Assert.Empty(_bench.Open().Journal.Managed);
    }

    [Fact]
    public async Task A_policy_that_restored_everything_is_undone_when_it_is_not_confirmed()
    {
        var reconciler = _bench.Open();
        await ApplyAsync(reconciler, 16);
        var content = Bench.Content(("prefix:172.16.0.0/12", 16, null)) with { ConfirmSeconds = 60 };
        Assert.NotNull((await reconciler.ReconcileAsync(content, CancellationToken.None)).Pending);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.True((await _bench.Open().Rollbacks.RecoverAsync(CancellationToken.None))!.Succeeded);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    public void Dispose() => _bench.Dispose();

    private static async Task<Reconciliation> ApplyAsync(Reconciler reconciler, int window) =>
        await reconciler.ReconcileAsync(Bench.Content(("default", window, null)), CancellationToken.None);
}
