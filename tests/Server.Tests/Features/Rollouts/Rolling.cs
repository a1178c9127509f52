using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Rollouts as people control them, with hosts that apply the revision or fail.</summary>
internal static class Rolling
{
    /// <summary>No bake time, no samples: a ring has passed once its hosts have the revision.</summary>
    public static RolloutRules Quick(params RingRule[] rings) =>
        new()
        {
            Rings = rings.Length == 0 ? [new() { Hosts = 1 }, new() { Percent = 100 }] : rings,
            BakeSeconds = 0,
            MinSamples = 0,
        };

    public static async Task<IReadOnlyList<TestHost>> FleetAsync(this RunningServer server, HttpClient api, int count)
    {
        // Before hosts exist: later, a change to most of the fleet requires their number.
        await api.PublishAsync(Api.Iw3, assign: "*");
        var hosts = new List<TestHost>();
        for (var i = 0; i < count; i++)
            hosts.Add(await server.EnrolAsync($"web-{i + 1}"));
        foreach (var host in hosts)
            await host.FollowAsync();
        return hosts;
    }

    public static async Task<int> StageAsync(this HttpClient api, string document, string? assign = null)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new PublishRequest(document, "for a rollout", assign, Stage: true),
            PoliciesJson.Default.PublishRequest
        );
        return (await answer.ReadAsync(PoliciesJson.Default.PublishReply)).Revision;
    }

    public static Task<HttpResponseMessage> TryRollAsync(this HttpClient api, RolloutRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Rollouts, request, RolloutJson.Default.RolloutRequest);

    public static async Task<RolloutDetail> RollAsync(
        this HttpClient api,
        int to,
        RolloutRules? rules = null,
        bool emergency = false,
        int? confirm = null
    )
    {
        using var answer = await api.TryRollAsync(new("edge", to, "faster pages", emergency ? null : rules ?? Quick(), emergency, confirm));
        return await answer.ReadAsync(RolloutJson.Default.RolloutDetail);
    }

    public static Task<RolloutDetail> RolloutAsync(this HttpClient api, string id) =>
        api.GetAsync(FleetPaths.Rollout(id), RolloutJson.Default.RolloutDetail);

    public static Task<HttpResponseMessage> TryApproveAsync(this HttpClient api, RolloutDetail rollout) =>
        api.PostAsJsonAsync(
            FleetPaths.RolloutApprove(rollout.Summary.Id),
            new ApproveRequest(rollout.PlanHash, "looked at it"),
            RolloutJson.Default.ApproveRequest
        );

    public static async Task<RolloutDetail> ApproveAsync(this HttpClient api, RolloutDetail rollout)
    {
        using var answer = await api.TryApproveAsync(rollout);
        return await answer.ReadAsync(RolloutJson.Default.RolloutDetail);
    }

    public static Task<HttpResponseMessage> TryTellAsync(this HttpClient api, string id, RolloutAction action, int? confirm = null) =>
        api.PostAsJsonAsync(
            FleetPaths.RolloutCommand(id),
            new RolloutCommand(action, "because", confirm),
            RolloutJson.Default.RolloutCommand
        );

    public static async Task<RolloutDetail> TellAsync(this HttpClient api, string id, RolloutAction action)
    {
        using var answer = await api.TryTellAsync(id, action);
        return await answer.ReadAsync(RolloutJson.Default.RolloutDetail);
    }

    public static async Task RetireAsync(this HttpClient api, TestHost host)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.HostRetire(host.Id),
            new ReasonRequest("scrapped"),
            AdministrationJson.Default.ReasonRequest
        );
        answer.EnsureSuccessStatusCode();
    }

    public static Task<Freeze> FreezeAsync(this HttpClient api, DateTimeOffset until) =>
        api.FreezeAsync(new FreezeRequest(null, until, "sale"));

    public static async Task<Freeze> FreezeAsync(this HttpClient api, FreezeRequest request)
    {
        using var answer = await api.PostAsJsonAsync(FleetPaths.Freezes, request, RolloutJson.Default.FreezeRequest);
        return await answer.ReadAsync(
            (System.Text.Json.Serialization.Metadata.JsonTypeInfo<Freeze>)RolloutJson.Default.GetTypeInfo(typeof(Freeze))!
        );
    }

    /// <summary>The host takes its required bundle, and reports it as set.</summary>
    public static async Task<int?> FollowAsync(this TestHost host, bool fails = false)
    {
        if (await host.TakeAsync() is not { } bundle)
            return null;
        await host.ReportsAsync(bundle, fails);
        return bundle.Content.Revision;
    }

    /// <summary>The host reports a bundle as set, or as failed, and checks in.</summary>
    public static async Task ReportsAsync(this TestHost host, Bundle bundle, bool fails = false)
    {
        var state = host.State(
            bundle.Content.Windows.Count == 0 ? 3 : bundle.Content.Windows[0].InitCwnd!.Value,
            bundle.Content.Windows.Count == 0 ? 3 : bundle.Content.Windows[0].InitCwnd!.Value
        ) with
        {
            Revision = bundle.Content.Revision,
            Phase = fails ? BundlePhase.Failed : BundlePhase.Applied,
            Reason = fails ? "permission denied" : "",
        };
        if (fails)
            state = state with
            {
                Targets =
                [
                    state.Targets[0] with
                    {
                        Outcome = TargetOutcome.Failed,
                        Reason = "permission denied",
                        Configured = new(3, null),
                    },
                ],
            };
        await host.DurableAsync(host.Line(state));
        using var again = await host.CheckInAsync();
    }

    /// <summary>Two complete evaluations of every rollout from now on.</summary>
    public static async Task LookAsync(this RunningServer server)
    {
        var looks = server.Get<RolloutAdvancer>();
        var before = looks.Looks;
        await Until.TrueAsync(
            () =>
            {
                looks.Wake();
                return looks.Looks >= before + 2;
            },
            () => "rollouts are not looked at"
        );
    }

    /// <summary>Hosts follow, and the rollout is evaluated, until it has the expected state.</summary>
    public static async Task<RolloutDetail> UntilAsync(
        this RunningServer server,
        HttpClient api,
        string id,
        IEnumerable<TestHost> hosts,
        Func<RolloutDetail, bool> there
    )
    {
        RolloutDetail rollout = null!;
        await Until.TrueAsync(
            async () =>
            {
                rollout = await api.RolloutAsync(id);
                if (there(rollout))
                    return true;
                foreach (var host in hosts)
                    await host.FollowAsync();
                server.Get<RolloutAdvancer>().Wake();
                return false;
            },
            () => $"{rollout.Summary.State}: {rollout.Summary.Sentence}"
        );
        // The store has it a moment before check-ins are answered by it.
        await server.Get<Requirements>().ReloadAsync();
        return rollout;
    }

    public static Task<RolloutDetail> UntilAsync(
        this RunningServer server,
        HttpClient api,
        string id,
        IEnumerable<TestHost> hosts,
        RolloutState state
    ) => server.UntilAsync(api, id, hosts, rollout => rollout.Summary.State == state);

    public static async Task<FleetProblem> RefusedAsync(this Task<HttpResponseMessage> asked, HttpStatusCode status)
    {
        using var answer = await asked;
        return await answer.ProblemAsync(status);
    }
}
