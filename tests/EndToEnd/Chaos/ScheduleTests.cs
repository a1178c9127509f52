using IwTune.Chaos.Schedules;

namespace IwTune.EndToEnd.Chaos;

public sealed class ScheduleTests
{
    private static readonly IReadOnlyList<Schedule> Many =
    [
        .. Enumerable.Range(1, 200).Select(seed => Schedule.Of((ulong)seed, StoreKind.Postgres)),
    ];

    [Fact]
    public void A_seed_always_gives_the_same_steps_and_another_seed_others()
    {
        Assert.Equal($"{Schedule.Of(17, StoreKind.Sqlite)}", $"{Schedule.Of(17, StoreKind.Sqlite)}");
        Assert.Equal(Many.Count, Many.Select(schedule => string.Join('\n', schedule.Steps)).Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void Two_hundred_seeds_have_every_operation_and_every_fault()
    {
        Assert.Equal(
            Kinds(typeof(Operation)),
            Many.SelectMany(schedule => schedule.Steps).Select(step => step.Operation.GetType().Name).Distinct().Order()
        );
        Assert.Equal(
            Kinds(typeof(Fault)),
            Many.SelectMany(schedule => schedule.Steps).Select(step => step.Fault?.GetType().Name).OfType<string>().Distinct().Order()
        );
        Assert.Equal(
            Enum.GetValues<LinkState>().Where(state => state != LinkState.Open),
            Many.SelectMany(schedule => schedule.Steps)
                .Select(step => step.Fault)
                .OfType<Fault.BreakLink>()
                .Select(broken => broken.State)
                .Distinct()
                .Order()
        );
    }

    [Fact]
    public void A_schedule_with_sqlite_kills_no_database() =>
        Assert.All(
            Enumerable.Range(1, 200).SelectMany(seed => Schedule.Of((ulong)seed, StoreKind.Sqlite).Steps),
            step => Assert.IsNotType<Fault.KillDatabase>(step.Fault)
        );

    [Fact]
    public void A_window_is_published_once_and_a_backup_comes_before_its_restore() =>
        Assert.All(
            Many,
            schedule =>
            {
                var windows = schedule
                    .Steps.Select(step =>
                        step.Operation switch
                        {
                            Operation.Publish publish => publish.Window,
                            Operation.Rollout rollout => rollout.Window,
                            _ => (int?)null,
                        }
                    )
                    .OfType<int>()
                    .ToList();
                Assert.Equal(windows.Count, windows.Distinct().Count());
                Assert.DoesNotContain(Schedule.FirstWindow, windows);
                Assert.DoesNotContain(Schedule.LastWindow, windows);
                var restore = schedule.Steps.FirstOrDefault(step => step.Fault is Fault.RestoreServer);
                Assert.True(
                    restore is null || schedule.Steps.Any(step => step.Operation is Operation.Backup && step.Number < restore.Number)
                );
            }
        );

    private static IOrderedEnumerable<string> Kinds(Type union) =>
        union.GetNestedTypes().Where(type => type.IsSubclassOf(union)).Select(type => type.Name).Order();
}
