using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Recommendations;

public sealed class RecommendationApiTests
{
    private const string Own = "ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1";

    private static async Task<IReadOnlyList<FleetRecommendation>> AskAsync(HttpClient api, string query = "") =>
        JsonSerializer
            .Deserialize(await api.GetStringAsync(FleetPaths.Recommendations + query), AdministrationJson.Default.FleetRecommendations)!
            .Recommendations;

    /// <summary>One connection of a peer at a time.</summary>
    private static Evidence Single(Evidence told) =>
        told with
        {
            Passive = told.Passive! with
            {
                Profile = told.Passive.Profile! with
                {
                    Concurrency = new Dictionary<int, long> { [Histogram.Slot(1)] = told.Passive.Profile.Connections },
                },
            },
        };

    private static string Policy(int segments, string more = "") =>
        $"policy: edge\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\n{more}";

    [Fact]
    public async Task Hosts_of_a_policy_are_one_recommendation_for_each_kind_of_path()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy(6), "*");
        var now = server.Clock.GetUtcNow();
        var (a, b, silent) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"), await server.EnrolAsync("c"));
        await a.DurableAsync(a.Line(Single(Told.Of(now, 3_000, bytes: 13_000))), a.Line(Told.Of(now, 50, bytes: 900_000, target: Own)));
        await b.DurableAsync(b.Line(Single(Told.Of(now, 1_000, bytes: 13_000))));
        Assert.NotNull(silent);

        var found = await AskAsync(api, "?policy=edge");
        Assert.Equal([PathRole.Internet, PathRole.Own], found.Select(one => one.Role));
        Assert.Equal((3, 2, 4_000L), (found[0].Hosts, found[0].Telling, found[0].Recommendation.Connections));
        Assert.Equal(
            (RecommendedAction.Raise, 6, 10),
            (found[0].Recommendation.Action, found[0].Recommendation.Current, found[0].Recommendation.Segments)
        );
        Assert.Equal((1, 50L, Confidence.Low), (found[1].Telling, found[1].Recommendation.Connections, found[1].Recommendation.Confidence));
        Assert.Equal(found[0].Recommendation.EvidenceHash, (await AskAsync(api, "?policy=edge"))[0].Recommendation.EvidenceHash);
        Assert.Equal(2, (await AskAsync(api)).Count);
        Assert.Equal(1_000, Assert.Single(await AskAsync(api, "?host=b")).Recommendation.Connections);
        Assert.Equal(3_000, (await AskAsync(api, "?q=host:a"))[0].Recommendation.Connections);
    }

    [Fact]
    public async Task A_window_that_is_asked_about_has_its_outcome_by_round_trip_time()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy(6), "*");
        var now = server.Clock.GetUtcNow();
        var (a, b) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"));
        await a.DurableAsync(a.Line(Single(Told.Of(now, 3_000, bytes: 13_000))));
        await b.DurableAsync(b.Line(Single(Told.Of(now, 29, bytes: 13_000, rtt: 150_000))));

        Assert.Null(Assert.Single(await AskAsync(api, "?policy=edge")).WhatIf);
        var found = Assert.Single(await AskAsync(api, "?policy=edge&window=11"));
        // The largest of those computed that is not above it.
        Assert.Equal(10, found.WhatIf!.Window);
        Assert.Equal(
            [("20–50 ms", 3_000L), ("100–200 ms", 29L)],
            found.WhatIf.Classes.Select(one => (one.Class.Name, one.Class.Connections))
        );
        // 13,000 bytes are nine segments: two rounds with six, one with ten.
        Assert.Equal((1, 1, 1), Ends(found.WhatIf.Classes[0].Figures!.RoundsSaved));
        Assert.Null(found.WhatIf.Classes[1].Figures);
        Assert.Null(Assert.Single(await AskAsync(api, "?policy=edge&window=1")).WhatIf);
        Assert.Equal(10, Assert.Single(await AskAsync(api, "?window=10")).WhatIf!.Window);
        Assert.Equal("20–50 ms", Assert.Single(Assert.Single(await AskAsync(api, "?host=a&window=10")).WhatIf!.Classes).Class.Name);

        static (double, double, double) Ends(IwTune.Shared.Statistics.Interval of) => (of.Estimate, of.Low, of.High);
    }

    [Fact]
    public async Task What_was_computed_a_moment_ago_is_not_computed_again()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy(6), "*");
        var a = await server.EnrolAsync("a");
        await a.DurableAsync(a.Line(Single(Told.Of(server.Clock.GetUtcNow(), 3_000, bytes: 13_000))));

        var (recent, hosts) = (server.Get<RecentTraffic>(), server.Get<HostDirectory>().All.ToList());
        var first = await ComputedAsync(10);
        var again = await ComputedAsync(10);
        Assert.Same(first.Recommendation, again.Recommendation);
        Assert.Same(first.Outcomes, again.Outcomes);
        Assert.NotSame(first.Outcomes, (await ComputedAsync(20)).Outcomes);

        await a.DurableAsync(a.Line(Single(Told.Of(server.Clock.GetUtcNow(), 5_000, bytes: 13_000))));
        server.Clock.Advance(TimeSpan.FromSeconds(31));
        Assert.NotSame(first.Recommendation, (await ComputedAsync(10)).Recommendation);

        async Task<(Recommendation Recommendation, IReadOnlyList<RoundTripOutcome> Outcomes)> ComputedAsync(int window)
        {
            var traffic = await recent.OfAsync(hosts, 7, TestContext.Current.CancellationToken);
            var asked = new RecommendationCase
            {
                Subject = "edge",
                Traffic = traffic.Roles[PathRole.Internet].Time.Profile,
                Current = 6,
            };
            return (traffic.Recommend(asked), traffic.Outcomes(asked, window));
        }
    }

    [Theory]
    [InlineData("?days=0", HttpStatusCode.BadRequest)]
    [InlineData("?window=0", HttpStatusCode.BadRequest)]
    [InlineData("?policy=a&host=b", HttpStatusCode.BadRequest)]
    [InlineData("?q=a:b:c:", HttpStatusCode.OK)]
    [InlineData("?host=nobody", HttpStatusCode.NotFound)]
    [InlineData("?policy=nobody", HttpStatusCode.OK)]
    public async Task What_cannot_be_answered_is_said(string query, HttpStatusCode status)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync(FleetPaths.Recommendations + query);
        Assert.True(
            answer.StatusCode == status
                || (
                    status == HttpStatusCode.OK
                    && answer.StatusCode == HttpStatusCode.BadRequest
                    && query.StartsWith("?q", StringComparison.Ordinal)
                )
        );
    }

    [Fact]
    public async Task What_hosts_have_told_refuses_a_larger_window_before_it_is_published_and_a_reason_lifts_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy(10), "*");
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow(), 2_000, lost: 120)));

        using var refused = await api.TryPublishAsync(Policy(12));
        var problem = Assert.Single(
            (await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!,
            one => one.Rule.Contains("have losses in their first flight", StringComparison.Ordinal)
        );
        Assert.Equal(("scopes[0].window.initcwnd", "12"), (problem.Path, problem.Value));
        Assert.Contains("6.0 % of 2,000", problem.Rule, StringComparison.Ordinal);

        using var lifted = await api.TryPublishAsync(Policy(12, "override: both ends are ours\n"));
        Assert.Equal(HttpStatusCode.Created, lifted.StatusCode);
        using var lower = await api.TryPublishAsync(Policy(8));
        Assert.Equal(HttpStatusCode.Created, lower.StatusCode);
    }

    [Fact]
    public async Task A_policy_is_not_assigned_to_hosts_that_have_told_against_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Policy(12));
        var host = await server.EnrolAsync("a");
        await host.DurableAsync(host.Line(Told.Of(server.Clock.GetUtcNow(), 2_000, rtt: 1_000)));
        using var refused = await api.PostAsync(
            FleetPaths.Assignments,
            JsonContent.Create(new AssignRequest("*", "edge", 0, "now"), PoliciesJson.Default.AssignRequest)
        );
        Assert.Contains(
            (await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!,
            one =>
                one.Rule.Contains("Below 5 ms", StringComparison.Ordinal)
                && one.Rule.EndsWith("To set it anyway, give the reason as `override: \"…\"` in the policy.", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Hosts_that_tell_nothing_are_a_thought_and_no_refusal()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await server.EnrolAsync("a");
        using var answer = await api.TryPublishAsync(Policy(12), assign: "*");
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
        var reply = JsonSerializer.Deserialize(await answer.Content.ReadAsStringAsync(), PoliciesJson.Default.PublishReply)!;
        Assert.Contains(reply.Warnings, warning => warning.Rule.Contains("their losses would not be seen", StringComparison.Ordinal));
        Assert.Contains(reply.Warnings, warning => warning.Rule.Contains("Towards the Internet 10", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_ceilings_hold_over_the_API_too_and_the_audit_log_has_the_reason()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var refused = await api.TryPublishAsync(Policy(65));
        Assert.Contains(
            (await refused.ProblemAsync(HttpStatusCode.BadRequest)).Problems!,
            one => one.Rule.Contains("More than 64", StringComparison.Ordinal)
        );
        using var lifted = await api.TryPublishAsync(Policy(65, "override: both ends are ours\n"));
        Assert.Equal(HttpStatusCode.Created, lifted.StatusCode);
        Assert.Contains("both ends are ours", await api.GetStringAsync(FleetPaths.Audit), StringComparison.Ordinal);
    }
}
