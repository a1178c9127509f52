using IwTune.Agent.Control;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon rehearses a rollback once a week and says how it went.</summary>
public sealed class RehearsalLoopTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly FakeRehearsal _rehearsal = new();

    [Fact]
    public async Task It_rehearses_soon_after_its_first_start_and_again_after_a_week()
    {
        await WithDaemonAsync(async daemon =>
        {
            Assert.Equal("", (await RehearsedAsync(daemon, count: 1)).Problem);
            for (var hours = 0; hours < 6 * 24; hours += 12)
                await PassAsync(TimeSpan.FromHours(12));
            Assert.Equal(1, _rehearsal.Count);
            _rehearsal.Problem = "It was not restored.";
            await PassAsync(TimeSpan.FromDays(1));
            Assert.Equal("It was not restored.", (await RehearsedAsync(daemon, count: 2)).Problem);
            var status = (await daemon.AnswerAsync(new(LocalVerb.Status), CancellationToken.None)).Status!;
            Assert.Contains(status.Notes, note => note.EndsWith("failed. It was not restored.", StringComparison.Ordinal));
        });
    }

    [Fact]
    public async Task The_result_is_remembered_over_a_restart()
    {
        DateTimeOffset at = default;
        await WithDaemonAsync(async daemon => at = (await RehearsedAsync(daemon, count: 1)).At);
        await WithDaemonAsync(async daemon =>
        {
            await PassAsync(TimeSpan.FromHours(1));
            Assert.Equal(at, (await RehearsedAsync(daemon, count: 1)).At);
        });
    }

    [Fact]
    public async Task A_purge_removes_the_result_too()
    {
        await WithDaemonAsync(daemon => RehearsedAsync(daemon, count: 1));
        Assert.True(File.Exists(_bench.State.File("rehearsal.json")));
        await File.WriteAllTextAsync(_bench.State.Limits, "max: 32\n");
        Assert.Equal(["limits.yaml"], StateErasure.Erase(_bench.State));
    }

    [Fact]
    public async Task A_held_host_is_left_alone()
    {
        await WithDaemonAsync(async daemon =>
        {
            await daemon.AnswerAsync(
                new(LocalVerb.Hold) { Hold = new HoldState("kim", _bench.Clock.GetUtcNow(), null, "freeze") },
                CancellationToken.None
            );
            await PassAsync(TimeSpan.FromHours(1));
            Assert.Equal(0, _rehearsal.Count);
        });
    }

    public void Dispose() => _bench.Dispose();

    private Task WithDaemonAsync(Func<Daemon, Task> act) =>
        PolicyDaemon.RunAsync(_bench, _bench.DaemonHost with { Rehearsal = _rehearsal }, 10, act);

    /// <summary>In steps: a loop that is not waiting yet misses none.</summary>
    private async Task PassAsync(TimeSpan time)
    {
        for (var step = 0; step < 20; step++)
        {
            _bench.Clock.Advance(time / 20);
            await Task.Delay(5);
        }
    }

    private async Task<RehearsedRollback> RehearsedAsync(Daemon daemon, int count)
    {
        RehearsedRollback? found = null;
        await Until.TrueAsync(
            async () =>
            {
                await PassAsync(TimeSpan.FromMinutes(2));
                found = (await daemon.AnswerAsync(new(LocalVerb.Status), CancellationToken.None)).State?.Rehearsed;
                return _rehearsal.Count == count && found is not null && (count == 1 || found.Problem.Length > 0);
            },
            () => $"there were {_rehearsal.Count} rehearsals, the last {found}"
        );
        return found!;
    }

    private sealed class FakeRehearsal : IRehearsal
    {
        public int Count { get; private set; }

        public string Problem { get; set; } = "";

        public ValueTask<string> RehearseAsync(CancellationToken ct)
        {
            Count++;
            return ValueTask.FromResult(Problem);
        }
    }
}
