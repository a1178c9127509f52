using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Over any routes and any sequence of policies: the result is what the plan promised.</summary>
public sealed class PlanProperties
{
    private static readonly Gen<int?> Segments = Gen.OneOf(
        Gen.Constant<int?>(null),
        Gen.Choose(Window.Min, Window.Max).Select(number => (int?)number)
    );

    private static readonly Gen<BundleContent> Content =
        from content in DrawnHosts.Content(Segments, 200, "interface:eth9")
        from confirm in Gen.Elements<int?>(null, 60)
        select content with
        {
            ConfirmSeconds = confirm,
        };

    private static readonly Gen<(SimulatedRoute[] Routes, BundleContent[] Contents)> Life =
        from routes in DrawnHosts.Routes(Segments)
        from contents in Gen.NonEmptyListOf(Content).Resize(4)
        select (routes, contents.ToArray());

    [Fact]
    public void Applying_a_plan_makes_the_host_what_was_wanted_and_a_second_plan_has_no_step() =>
        Prop.ForAll(
                Life.ToArbitrary(),
                life =>
                    Live(
                        life.Routes,
                        life.Contents,
                        (bench, reconciler, contents) =>
                        {
                            foreach (var content in contents)
                            {
                                var turn = Turn(() => reconciler.ReconcileAsync(content, CancellationToken.None));
                                reconciler.Timer.Confirm("the test says so");
                                foreach (var want in turn.Plan.Steps.OfType<Step.Set>())
                                    Assert.Equal(want.Wanted, bench.WindowOf(want.Target.Id));
                                foreach (var back in turn.Plan.Steps.OfType<Step.PutBack>())
                                    Assert.Equal(back.Before.Window, bench.WindowOf(back.Target.Id));
                                var second = Turn(() => reconciler.PlanAsync(content, CancellationToken.None));
                                Assert.Empty(second.Plan.Steps.OfType<Step.PutBack>());
                                // A step factor lets a window grow over several turns; nothing else leaves work for a second turn.
                                Assert.All(
                                    second.Plan.Steps,
                                    step => Assert.Contains(turn.Plan.Refusals, refused => refused.Want.Target.Id == step.Target.Id)
                                );
                            }
                        }
                    )
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Rolling_everything_back_leaves_the_host_as_it_was_found() =>
        Prop.ForAll(
                Life.ToArbitrary(),
                life =>
                    Live(
                        life.Routes,
                        life.Contents,
                        (bench, reconciler, contents) =>
                        {
                            var found = bench.Tuner.ToString();
                            foreach (var content in contents)
                            {
                                Turn(() => reconciler.ReconcileAsync(content, CancellationToken.None));
                                reconciler.Timer.Confirm("the test says so");
                            }
                            Turn(() => reconciler.Rollbacks.AllAsync(CancellationToken.None));
                            Assert.Equal(found, bench.Tuner.ToString());
                            Assert.Empty(reconciler.Journal.Managed);
                        }
                    )
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Rolling_back_one_by_one_goes_through_every_state_there_was() =>
        Prop.ForAll(
                Life.ToArbitrary(),
                life =>
                    Live(
                        life.Routes,
                        life.Contents,
                        (bench, reconciler, contents) =>
                        {
                            var seen = new Stack<string>();
                            foreach (var content in contents)
                            {
                                var before = bench.Tuner.ToString();
                                var turn = Turn(() => reconciler.ReconcileAsync(content, CancellationToken.None));
                                reconciler.Timer.Confirm("the test says so");
                                if (turn.Outcomes.Any(taken => taken.Outcome is Agent.Ports.Outcome.Applied))
                                    seen.Push(before);
                            }
                            while (reconciler.Journal.LastUndoable is not null)
                            {
                                Turn(() => reconciler.Rollbacks.LastAsync(CancellationToken.None)!);
                                Assert.Equal(seen.Pop(), bench.Tuner.ToString());
                            }
                            Assert.Empty(seen);
                        }
                    )
            )
            .QuickCheckThrowOnFailure();

    private static void Live(SimulatedRoute[] routes, BundleContent[] contents, Action<Bench, Reconciler, BundleContent[]> check)
    {
        using var bench = new Bench();
        foreach (var route in routes)
            bench.Tuner.Add(route);
        var reconciler = bench.Open();
        check(bench, reconciler, contents);
    }

    private static T Turn<T>(Func<ValueTask<T>> act) => act().AsTask().GetAwaiter().GetResult();
}
