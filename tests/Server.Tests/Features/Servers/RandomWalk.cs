using System.Net.Http.Json;
using System.Text.Json;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>
/// Daily actions of people and hosts, in any order, each at either server. When a server refuses an action, the walk continues.
/// </summary>
internal sealed class RandomWalk(TwoServers servers, SeededRandom random)
{
    private static readonly string[] Policies = ["edge", "core", "lab"],
        Roles = ["edge", "core", "lab", "none"];
    private readonly List<TestHost> hosts = [];
    private readonly List<string> done = [];
    private int names;

    public IReadOnlyList<TestHost> Hosts => hosts;

    public string Told => string.Join("\n", done);

    public Task EnrolSomebodyAsync() => EnrolAsync(servers.A);

    public async Task StepAsync()
    {
        var (api, at) = random.Below(2) == 0 ? (servers.AtA, "A") : (servers.AtB, "B");
        var what = random.Below(14);
        done.Add($"{at} {what} {await StepAsync(what, api, at == "A" ? servers.A : servers.B)}");
    }

    private async Task<string> StepAsync(int what, HttpClient api, RunningServer server) =>
        what switch
        {
            0 or 1 => await EnrolAsync(server),
            2 or 3 => await PostAsync(
                api,
                FleetPaths.Policies,
                new
                {
                    document = Document(),
                    reason = "a walk",
                    assign = $"role:{One(Roles)}",
                    confirm = hosts.Count,
                }
            ),
            4 => await PutAsync(
                api,
                FleetPaths.HostLabels(Host().Id),
                new { labels = new Dictionary<string, string> { ["role"] = One(Roles) }, reason = "moved" }
            ),
            5 => await PostAsync(
                api,
                FleetPaths.Holds,
                new
                {
                    host = Host().Id,
                    reason = "careful",
                    forSeconds = 3600,
                    confirm = 1,
                }
            ),
            6 => await PostAsync(
                api,
                FleetPaths.Release,
                new
                {
                    host = Host().Id,
                    reason = "enough",
                    confirm = 1,
                }
            ),
            7 => await PostAsync(
                api,
                FleetPaths.Exceptions,
                new
                {
                    host = Host().Id,
                    reason = "broken fan",
                    endless = true,
                    confirm = 1,
                }
            ),
            8 => await EndExceptionAsync(api),
            9 => await RollAsync(api),
            10 => await PostAsync(
                api,
                FleetPaths.Rollback(One(Policies)),
                new
                {
                    to = 1,
                    reason = "it was better",
                    confirm = hosts.Count,
                }
            ),
            11 => hosts.Count > 4 ? await RetireAsync(api) : "",
            12 => await PostAsync(
                api,
                FleetPaths.Tokens,
                new
                {
                    kind = "Api",
                    name = $"t{++names}",
                    scope = "Read",
                }
            ),
            _ => await FollowAsync(),
        };

    private async Task<string> EnrolAsync(RunningServer server)
    {
        hosts.Add(await server.EnrolAsync($"walker-{++names}", labels: ("role", One(Roles))));
        return hosts[^1].Id;
    }

    /// <summary>Two hosts check in and report, each call at a random server.</summary>
    private async Task<string> FollowAsync()
    {
        foreach (var i in new[] { random.Below(hosts.Count), random.Below(hosts.Count) })
        {
            hosts[i] = hosts[i].At(random.Below(2) == 0 ? servers.A : servers.B);
            if (await hosts[i].TakeAsync() is null)
                continue;
            hosts[i] = hosts[i].At(random.Below(2) == 0 ? servers.A : servers.B);
            await hosts[i].DurableAsync(hosts[i].Line(hosts[i].State(10, random.Below(3) == 0 ? 4 : 10)));
        }
        return "";
    }

    private async Task<string> EndExceptionAsync(HttpClient api)
    {
        using var list = JsonDocument.Parse(await api.GetStringAsync(FleetPaths.Exceptions));
        if (list.RootElement.GetArrayLength() == 0)
            return "";
        using var answer = await api.DeleteAsync(
            $"{FleetPaths.Exception(list.RootElement[0].GetProperty("id").GetString()!)}?reason=mended"
        );
        return $"{(int)answer.StatusCode}";
    }

    private async Task<string> RollAsync(HttpClient api)
    {
        var policy = One(Policies);
        using var staged = await api.PostAsJsonAsync(
            FleetPaths.Policies,
            new
            {
                document = Document(policy),
                reason = "for a rollout",
                stage = true,
            }
        );
        if (!staged.IsSuccessStatusCode)
            return "not staged";
        using var revision = JsonDocument.Parse(await staged.Content.ReadAsStringAsync());
        using var answer = await api.TryRollAsync(
            new(policy, revision.RootElement.GetProperty("revision").GetInt32(), "walk", Rolling.Quick(), Confirm: hosts.Count)
        );
        return $"{(int)answer.StatusCode}";
    }

    private async Task<string> RetireAsync(HttpClient api)
    {
        var host = Host();
        hosts.Remove(host);
        return await PostAsync(api, FleetPaths.HostRetire(host.Id), new { reason = "old" });
    }

    private static async Task<string> PostAsync<T>(HttpClient api, string path, T body)
    {
        using var answer = await api.PostAsJsonAsync(path, body);
        Assert.True((int)answer.StatusCode < 500, $"{path}: {await answer.Content.ReadAsStringAsync()}");
        return $"{path} {(int)answer.StatusCode}";
    }

    private static async Task<string> PutAsync<T>(HttpClient api, string path, T body)
    {
        using var answer = await api.PutAsJsonAsync(path, body);
        Assert.True((int)answer.StatusCode < 500, $"{path}: {await answer.Content.ReadAsStringAsync()}");
        return $"{path} {(int)answer.StatusCode}";
    }

    private TestHost Host() => hosts[random.Below(hosts.Count)];

    private string Document(string? policy = null) =>
        $"policy: {policy ?? One(Policies)}\nwindow: {{ initcwnd: {4 + random.Below(12)} }}\nscopes: [default]\n";

    private string One(string[] of) => of[random.Below(of.Length)];
}
