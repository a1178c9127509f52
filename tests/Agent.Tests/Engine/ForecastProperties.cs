using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>
/// A server's forecast from a host's report equals the result of the host's own resolver and planner, over any routes and any two policies.
/// </summary>
public sealed class ForecastProperties
{
    /// <summary>A few numbers are frequent, so that two policies often require the same window.</summary>
    private static readonly Gen<int?> Segments = Gen.OneOf(
        Gen.Constant<int?>(null),
        Gen.Elements<int?>(10, 16, 40),
        Gen.Choose(1, 60).Select(number => (int?)number)
    );

    private static readonly Gen<BundleContent> Content =
        from content in DrawnHosts.Content(Segments, 60, "table:100", "containers:pod:web*")
        from mode in Gen.Frequency((4, Gen.Constant(PolicyMode.Enforce)), (1, Gen.Constant(PolicyMode.Audit)))
        select content with
        {
            Mode = mode,
        };

    private static readonly Gen<(SimulatedRoute[] Routes, BundleContent First, BundleContent Then)> Life =
        from routes in DrawnHosts.Routes(Segments)
        from first in Content
        from then in Content
        select (routes, first, then);

    [Fact]
    public void What_is_forecast_is_what_the_host_then_plans() =>
        Prop.ForAll(
                Life.ToArbitrary(),
                life =>
                {
                    using var bench = new Bench();
                    foreach (var route in life.Routes)
                        bench.Tuner.Add(route);
                    var host = bench.Open();
                    var reported = Turn(() => host.ReconcileAsync(life.First, CancellationToken.None)).State;
                    // Sent over the wire: the server does not know what the wire format omits.
                    var state = JsonSerializer.Deserialize(
                        JsonSerializer.Serialize(reported, WireJson.Default.HostState),
                        WireJson.Default.HostState
                    )!;
                    var forecast = Forecast
                        .Of(new() { Content = life.Then, State = state })
                        .Targets.ToDictionary(target => target.Id, StringComparer.Ordinal);
                    var plan = Turn(() => host.PlanAsync(life.Then, CancellationToken.None)).Plan;

                    foreach (var step in plan.Steps)
                    {
                        var told = forecast[step.Target.Id];
                        Assert.Equal(step is Step.Set ? Prospect.Changes : Prospect.PutBack, told.Prospect);
                        Assert.Equal(step is Step.Set set ? set.Wanted : ((Step.PutBack)step).Before.Window, told.Then);
                    }
                    Assert.All(plan.Audited, step => Assert.Equal(Prospect.Audited, forecast[step.Target.Id].Prospect));
                    Assert.All(
                        plan.AlreadyThere,
                        want =>
                            Assert.Equal((Prospect.Same, want.Window), (forecast[want.Target.Id].Prospect, forecast[want.Target.Id].Then))
                    );
                    Assert.All(
                        plan.Refusals,
                        refusal =>
                            Assert.Contains(forecast[refusal.Want.Target.Id].Prospect, (Prospect[])[Prospect.Unsupported, Prospect.Refused])
                    );
                    Assert.Equal(plan.Steps.Count + plan.Audited.Count + plan.AlreadyThere.Count + plan.Refusals.Count, forecast.Count);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Theory]
    [InlineData(null, Prospect.Unsupported, "its agent does not know scopes of containers")]
    [InlineData("Set 'backend: bpf'.", Prospect.Unsupported, "containers:pod:web*: Set 'backend: bpf'.")]
    [InlineData("", Prospect.Unknown, "a host reports its containers only when a policy covers them")]
    public void A_host_that_cannot_give_containers_a_window_is_known_beforehand(string? lacks, Prospect prospect, string why)
    {
        using var bench = new Bench();
        var state = Turn(() => bench.Open().ReconcileAsync(new BundleContent(), CancellationToken.None)).State;
        var content = new BundleContent { Policy = "any", Windows = [new("containers:pod:web*", 20, null)] };

        var forecast = Forecast.Of(new() { Content = content, State = state with { NoContainers = lacks } });

        Assert.Equal(prospect, forecast.Prospect);
        Assert.Contains(why, forecast.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_reported_container_is_forecast_by_the_facts_in_its_id()
    {
        using var bench = new Bench();
        var state = Turn(() => bench.Open().ReconcileAsync(new BundleContent(), CancellationToken.None)).State;
        TargetState Pod(string id) =>
            new()
            {
                Id = id,
                Owner = "kubernetes",
                Strategy = "bpf",
                Configured = Window.Unset,
            };
        var content = new BundleContent
        {
            Policy = "any",
            Windows = [new("default", 16, null), new("containers:*", 12, null), new("containers:pod:web*", 20, null)],
        };

        var forecast = Forecast.Of(
            new()
            {
                Content = content,
                State = state with
                {
                    NoContainers = "",
                    Targets = [Pod("container kubernetes shop/web-1 burstable 63b3"), Pod("container docker 3350ade4226f")],
                },
            }
        );

        Assert.Equal([20, 12], forecast.Targets.Select(target => target.Then.InitCwnd));
        Assert.All(forecast.Targets, target => Assert.Equal(Prospect.Changes, target.Prospect));
    }

    [Fact]
    public void What_a_former_policys_step_refused_is_forecast_for_a_policy_without_a_step()
    {
        using var bench = new Bench();
        bench.Tuner.Add(Bench.Route("0.0.0.0/0", "eth0", "192.0.2.1", "static"));
        var content = new BundleContent
        {
            Policy = "any",
            Limits = new Limits(null, 2),
            Windows = [new("default", 40, null)],
        };

        var reported = Turn(() => bench.Open().ReconcileAsync(content, CancellationToken.None)).State;
        var after = Forecast.Of(new() { Content = content with { Limits = Limits.None }, State = reported });

        Assert.Equal(TargetOutcome.Refused, Assert.Single(reported.Targets).Outcome);
        Assert.Equal(Prospect.Refused, Forecast.Of(new() { Content = content, State = reported }).Prospect);
        Assert.Equal(Prospect.Changes, after.Prospect);
    }

    [Theory]
    [InlineData("ipv4 main default via 192.0.2.1 dev eth0 metric 100", "main", "0.0.0.0/0", "eth0")]
    [InlineData("ipv6 main default via fe80::1 dev eth0", "main", "::/0", "eth0")]
    [InlineData("ipv4 table 100 10.0.0.0/8 dev eth1", "100", "10.0.0.0/8", "eth1")]
    [InlineData("ipv4 table default default dev eth1", "253", "0.0.0.0/0", "eth1")]
    [InlineData("ipv4 local 192.0.2.7/32 dev lo", "local", "192.0.2.7/32", "lo")]
    [InlineData(
        "ipv4 main 10.0.0.0/8 from 192.0.2.0/24 tos 0x10 via 192.0.2.1 dev dev metric 5 proto static #2",
        "main",
        "10.0.0.0/8",
        "dev"
    )]
    [InlineData("ipv4 main default nexthop via 192.0.2.1 dev eth0 nexthop via 192.0.2.2 dev eth1 weight 2", "main", "0.0.0.0/0", null)]
    [InlineData("ipv4 main default nhid 7 metric 3", "main", "0.0.0.0/0", null)]
    public void An_id_tells_where_its_target_stands(string id, string table, string destination, string? iface)
    {
        Assert.True(TargetPlace.TryParse(id, out var place));
        Assert.Equal(new TargetPlace(table, System.Net.IPNetwork.Parse(destination), iface), place);
    }

    private static T Turn<T>(Func<ValueTask<T>> act) => act().AsTask().GetAwaiter().GetResult();
}
