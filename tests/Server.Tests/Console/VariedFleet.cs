using System.Net.Http.Json;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Tests.Features.Holds;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Console;

/// <summary>A fleet of every kind of host: other systems, held, excepted, failed, silent, never seen and without a policy.</summary>
internal static class VariedFleet
{
    private const string Policy = "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\n";

    public static async Task MakeAsync(RunningServer server, HttpClient api, SeededRandom random)
    {
        await api.PublishAsync(Policy, "role:web");
        var (heard, hosts) = (new List<TestHost>(), 10 + random.Below(6));
        for (var i = 0; i < hosts; i++)
        {
            var (name, windows) = ($"h-{i}", random.Share() < 0.4);
            var facts =
                !windows ? TestHost.FactsOf(name)
                : random.Share() < 0.5 ? TestHost.WindowsFactsOf(name)
                : TestHost.WindowsFactsOf(name, "Windows 11 Pro", "10.0.22631.1");
            (string, string)[] labels = random.Share() < 0.8 || i == 0 ? [("role", "web")] : [];
            var host = await TestHost.EnrolAsync(server, await server.TokenAsync(labels: labels), facts);
            if (random.Share() < 0.15 && i > 0)
                continue;
            await host.FollowAsync(fails: random.Share() < 0.3);
            if (random.Share() < 0.2 || i == 0)
                await api.HoldAsync(name);
            if (random.Share() < 0.2)
                using (
                    await api.PostAsJsonAsync(
                        FleetPaths.Exceptions,
                        new ExceptionRequest
                        {
                            Host = name,
                            Reason = "an old kernel",
                            Until = server.Clock.GetUtcNow().AddDays(5),
                        },
                        ExceptionJson.Default.ExceptionRequest
                    )
                ) { }
            if (random.Share() < 0.8)
                heard.Add(host);
        }
        var before = Assert.Single(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
        using (
            var answer = await api.PostAsJsonAsync(
                FleetPaths.Policies,
                new PublishRequest(Policy.Replace("16", "18", StringComparison.Ordinal), "more", Confirm: before.Hosts - before.Held),
                PoliciesJson.Default.PublishRequest
            )
        )
            Assert.Equal(before.Hosts - before.Held, (await answer.ReadAsync(PoliciesJson.Default.PublishReply)).Hosts);
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        foreach (var host in heard)
            using (await host.CheckInAsync()) { }
        var sweep = server.Running<VerdictSweep>();
        for (var i = 0; i < 3; i++)
            await sweep.RunAsync(default);
    }
}
