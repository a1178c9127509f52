using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Input;

/// <summary>Different calls about the same policy, its rollouts and its hosts, many at once: each is done or refused with a text.</summary>
public sealed class StormTests
{
    private const string Rules = """{"rings":[{"percent":100}],"bakeSeconds":0,"minSamples":0}""";

    private const int Rounds = 40,
        AtOnce = 8;

    [Fact]
    public async Task Different_calls_about_one_policy_at_once_are_done_or_refused_and_leave_nothing_that_contradicts()
    {
        await using var besieged = await Besieged.StartAsync();
        using var ben = await besieged.Server.ApiOfAsync("ben", Role.Admin);
        var (random, wrong) = (new Random(20261130), new List<string>());
        for (var round = 0; round < Rounds; round++)
        {
            var there = await There.ReadAsync(besieged.Admin);
            var calls = Enumerable.Range(0, AtOnce).Select(_ => Next(random, there)).ToList();
            var answers = await Task.WhenAll(
                calls.Select((call, nth) => SendAsync(besieged, nth % 2 == 0 ? besieged.Admin : ben, call.Method, call.Path, call.Body))
            );
            wrong.AddRange(answers.OfType<string>());
        }
        Assert.True(wrong.Count == 0, string.Join("\n", wrong.Distinct()));
        await besieged.SoundAsync();
        Assert.Equal(
            0,
            await CountAsync(
                besieged,
                "assignments a join policies p on p.name = a.policy where a.removed_at is null and p.removed_at is not null"
            )
        );
        Assert.Equal(0, await CountAsync(besieged, "policies where removed_at is not null and released is not null"));
        Assert.Equal(
            0,
            await CountAsync(besieged, "rollouts r join policies p on p.name = r.policy where r.in_force and p.removed_at is not null")
        );
    }

    private static Task<long> CountAsync(Besieged besieged, string from) =>
        besieged.Server.Database.ReadAsync(db => db.ValueAsync<long>($"select count(*) from {from}"));

    private static (HttpMethod Method, string Path, string? Body) Next(Random random, There there)
    {
        var (iw, host) = (random.Next(2, 20), $"web-{random.Next(6)}");
        string Any(IReadOnlyList<string> ids) => ids.Count == 0 ? "none" : ids[random.Next(ids.Count)];
        return random.Next(16) switch
        {
            0 or 1 => (HttpMethod.Post, FleetPaths.Policies, Document(iw, stage: false)),
            2 or 3 => (HttpMethod.Post, FleetPaths.Policies, Document(iw, stage: true)),
            4 => (HttpMethod.Post, FleetPaths.Assignments, $$"""{"selector":"*","policy":"edge","priority":{{iw}},"reason":"storm"}"""),
            5 => (HttpMethod.Delete, $"{FleetPaths.Assignment(Any(there.Assignments))}?reason=storm", null),
            6 => (HttpMethod.Post, FleetPaths.Rollback("edge"), $$"""{"to":{{random.Next(1, 4)}},"reason":"storm"}"""),
            7 => (HttpMethod.Post, FleetPaths.RemovePolicy("edge"), $$"""{"reason":"storm","confirm":"1/{{random.Next(7)}}"}"""),
            8 or 9 => (
                HttpMethod.Post,
                FleetPaths.Rollouts,
                $$"""{"policy":"edge","to":{{there.Latest}},"reason":"storm","rules":{{Rules}}}"""
            ),
            10 => (HttpMethod.Post, FleetPaths.RolloutApprove(there.Rollout), $$"""{"planHash":"{{there.Plan}}","reason":"storm"}"""),
            11 or 12 => (
                HttpMethod.Post,
                FleetPaths.RolloutCommand(there.Rollout),
                $$"""{"action":"{{Any(["Pause", "Resume", "Promote", "Abort", "RollBack"])}}","reason":"storm"}"""
            ),
            13 => (HttpMethod.Post, FleetPaths.Holds, $$"""{"host":"{{host}}","reason":"storm"}"""),
            14 => (HttpMethod.Post, FleetPaths.Release, $$"""{"host":"{{host}}","reason":"storm"}"""),
            _ => (HttpMethod.Put, FleetPaths.HostLabels(host), $$"""{"labels":{"site":"{{Any(["fra", "ams"])}}"},"reason":"storm"}"""),
        };
    }

    private static string Document(int iw, bool stage)
    {
        var policy = $$"""policy: edge\nwindow: { initcwnd: {{iw}} }\nscopes: [default]\n""";
        return $$"""{"document":"{{policy}}","reason":"storm","stage":{{(stage ? "true" : "false")}}}""";
    }

    private static async Task<string?> SendAsync(Besieged besieged, HttpClient client, HttpMethod method, string path, string? body)
    {
        using var message = new HttpRequestMessage(method, path)
        {
            Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json"),
        };
        using var answer = await client.SendAsync(message);
        var text = await answer.Content.ReadAsByteArrayAsync();
        if (answer.IsSuccessStatusCode)
            return null;
        return
            answer.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.Conflict or HttpStatusCode.BadRequest or HttpStatusCode.Forbidden
            ? Problems.Of(answer, text) is { } unfit
                ? $"{method} {path} {body}: {unfit}"
                : null
            : $"{method} {path} {body}: {(int)answer.StatusCode} {Encoding.UTF8.GetString(text)} {besieged.Cause}";
    }

    /// <summary>What there is before a round.</summary>
    private sealed record There(IReadOnlyList<string> Assignments, string Rollout, string Plan, int Latest)
    {
        public static async Task<There> ReadAsync(HttpClient api)
        {
            var assignments = await api.GetFromJsonAsync<JsonElement>(FleetPaths.Assignments);
            var rollouts = await api.GetFromJsonAsync<JsonElement>(FleetPaths.Rollouts);
            var policies = await api.GetFromJsonAsync<JsonElement>(FleetPaths.Policies);
            var rollout = rollouts.EnumerateArray().Select(one => one.GetProperty("id").GetString()!).FirstOrDefault("none");
            var plan =
                rollout == "none"
                    ? "none"
                    : (await api.GetFromJsonAsync<JsonElement>(FleetPaths.Rollout(rollout))).GetProperty("planHash").GetString()!;
            return new(
                [.. assignments.EnumerateArray().Select(one => one.GetProperty("id").GetString()!)],
                rollout,
                plan,
                policies
                    .EnumerateArray()
                    .Where(one => one.GetProperty("name").GetString() == "edge")
                    .Select(one => one.GetProperty("latest").GetProperty("number").GetInt32())
                    .FirstOrDefault(1)
            );
        }
    }
}
