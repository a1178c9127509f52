using System.Net.Http.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>
/// A fleet in every state: two policies and none, staged revisions, a rollout in progress, an aborted one, and hosts that are held,
/// excepted, failed, drifted, silent, never seen, copied and retired. Two of three hosts are in the scope <see cref="Scope"/>.
/// </summary>
internal static class RichFleet
{
    public const string Scope = "role:web";

    /// <summary>In the names of all hosts outside the scope.</summary>
    public const string Mark = "xyzzy";

    private const string Edge = "policy: edge\nwindow: { initcwnd: 4 }\nscopes: [default]\n",
        Back = "policy: back\nwindow: { initcwnd: 6 }\nscopes: [default]\n";

    public static async Task MakeAsync(RunningServer server, HttpClient api)
    {
        await api.PublishAsync(Edge, Scope);
        await api.PublishAsync(Back, $"host:{Mark}-*,web-b*");
        var (heard, hosts) = (new List<TestHost>(), new Dictionary<string, TestHost>(StringComparer.Ordinal));
        foreach (
            var name in (string[])
                [
                    .. ((string[])["ok1", "ok2", "ok3", "failed", "drifted", "silent", "never", "held", "win", "copied", "gone"]).Select(
                        In
                    ),
                    .. ((string[])["b1", "bsilent"]).Select(In),
                    .. ((string[])["1", "2", "silent", "held", "drifted", "excepted"]).Select(Out),
                    "free1",
                    "free2",
                ]
        )
        {
            var facts = name == In("win") ? TestHost.WindowsFactsOf(name) : TestHost.FactsOf(name);
            (string, string)[] labels =
                name.StartsWith("web-", StringComparison.Ordinal) ? [("role", "web")]
                : name.StartsWith(Mark, StringComparison.Ordinal) ? [("role", "db")]
                : [];
            var host = hosts[name] = await TestHost.EnrolAsync(server, await server.TokenAsync(labels: labels), facts);
            if (name == In("never"))
                continue;
            await host.FollowAsync(fails: name == In("failed"));
            if (name.EndsWith("drifted", StringComparison.Ordinal))
                await host.DurableAsync(host.Line(host.State(4, 9)));
            if (!name.EndsWith("silent", StringComparison.Ordinal))
                heard.Add(host);
        }
        await api.HoldAsync(In("held"));
        await api.HoldAsync(Out("held"));
        await ExceptAsync(server, api, new() { Reason = "an old kernel", Host = Out("excepted") });
        await ExceptAsync(server, api, new() { Reason = "a new disk", Host = In("ok3") });
        await ExceptAsync(server, api, new() { Reason = "both", Selector = $"host:{Out("1")},web-b1" });
        await api.RetireAsync(hosts[In("gone")]);
        heard.Remove(hosts[In("gone")]);
        await api.StageAsync(Back.Replace("6", "8", StringComparison.Ordinal));
        await api.StageAsync(Edge.Replace("4", "6", StringComparison.Ordinal));
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        await HearAsync(heard);
        var rules = new RolloutRules
        {
            Rings = [new() { Selector = $"host:{In("ok1")},{In("ok2")}" }, new() { Percent = 100 }],
            BakeSeconds = 3600,
            MinSamples = 0,
        };
        var aborted = await api.RollAsync(2, rules);
        await api.TellAsync(aborted.Summary.Id, RolloutAction.Abort);
        var running = await api.RollAsync(2, rules);
        await server.UntilAsync(api, running.Summary.Id, [hosts[In("ok1")]], one => one.Summary.Applied == 1);
        await HearAsync(heard);
        for (var i = 0; i < 3; i++)
            await server.Running<VerdictSweep>().RunAsync(default);
        await server.JudgedNowAsync();
    }

    private static string In(string name) => $"web-{name}";

    private static string Out(string name) => $"{Mark}-{name}";

    private static async Task HearAsync(IEnumerable<TestHost> hosts)
    {
        foreach (var host in hosts)
            using (await host.CheckInAsync()) { }
    }

    private static async Task ExceptAsync(RunningServer server, HttpClient api, ExceptionRequest request)
    {
        var until = request with { Until = server.Clock.GetUtcNow().AddDays(5) };
        using var answer = await api.PostAsJsonAsync(FleetPaths.Exceptions, until, ExceptionJson.Default.ExceptionRequest);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
    }
}
