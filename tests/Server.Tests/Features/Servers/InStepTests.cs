using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Shared.Fleet;
using IwTune.Shared.Statistics;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>After any action at either of two servers, both soon give the same answers.</summary>
[Trait("Store", "both")]
public sealed class InStepTests(TwoServers servers) : IClassFixture<TwoServers>
{
    private const int Steps = 50,
        LeastPaths = 25;

    /// <summary>Answers that depend on the server, or whose request adds an entry to the log.</summary>
    private static readonly string[] Own = [FleetPaths.Servers, FleetPaths.AuditExport];

    private static readonly string[] OfTheMoment = ["asOf", "from", "to", "watermark", "points", "gaps"];

    [Theory]
    [InlineData(1)]
    public async Task Both_answer_the_same_to_everything_that_can_be_asked(ulong seed)
    {
        var walk = new RandomWalk(servers, new SeededRandom(seed));
        for (var i = 0; i < 3; i++)
            await walk.EnrolSomebodyAsync();
        for (var i = 0; i < Steps; i++)
            await walk.StepAsync();
        var paths = await PathsAsync(walk);
        Assert.True(paths.Count >= LeastPaths, string.Join('\n', paths));
        foreach (var path in paths)
        {
            (string A, string B) said = ("", "");
            await TwoServers.EventuallyAsync(
                async () =>
                {
                    said = (await AskAsync(servers.AtA, path), await AskAsync(servers.AtB, path));
                    return said.A == said.B;
                },
                () => $"{path}\nA: {said.A}\nB: {said.B}\n{walk.Told}"
            );
        }
    }

    /// <summary>Every GET of the committed description, with existing hosts, policies and rollouts.</summary>
    private async Task<IReadOnlyList<string>> PathsAsync(RandomWalk walk)
    {
        var api = JsonNode.Parse(await servers.AtA.GetStringAsync("/api/v1/openapi.json"))!["paths"]!.AsObject();
        var found = new List<string>();
        foreach (var (path, verbs) in api)
        {
            if (verbs!["get"] is null || Own.Contains(path) || !path.StartsWith("/api/", StringComparison.Ordinal))
                continue;
            if (path.Contains("{idOrName}", StringComparison.Ordinal))
                found.AddRange(walk.Hosts.Select(host => path.Replace("{idOrName}", host.Id, StringComparison.Ordinal)));
            else if (path.Contains("{name}", StringComparison.Ordinal))
                found.Add(path.Replace("{name}", "edge", StringComparison.Ordinal).Replace("{number}", "1", StringComparison.Ordinal));
            else if (path.StartsWith(FleetPaths.Rollouts + "/{id}", StringComparison.Ordinal))
                found.AddRange((await servers.AtA.GetAsync(FleetPaths.Rollouts)).IsSuccessStatusCode ? await RolloutsAsync(path) : []);
            else if (!path.Contains('{', StringComparison.Ordinal))
                found.Add(path);
        }
        return found;
    }

    private async Task<IEnumerable<string>> RolloutsAsync(string path)
    {
        using var rollouts = JsonDocument.Parse(await servers.AtA.GetStringAsync(FleetPaths.Rollouts));
        return
        [
            .. rollouts
                .RootElement.EnumerateArray()
                .Select(one => path.Replace("{id}", one.GetProperty("id").GetString(), StringComparison.Ordinal)),
        ];
    }

    private static async Task<string> AskAsync(HttpClient api, string path)
    {
        using var answer = await api.GetAsync(path);
        var text = await answer.Content.ReadAsStringAsync();
        var json = answer.Content.Headers.ContentType?.MediaType?.Contains("json", StringComparison.Ordinal) == true;
        return $"{(int)answer.StatusCode} {(json ? Without(JsonNode.Parse(text)) : text)}";
    }

    /// <summary>Without the fields that depend on the time of the request.</summary>
    private static string Without(JsonNode? node)
    {
        if (node is JsonObject found)
            foreach (var key in OfTheMoment)
                found.Remove(key);
        return node?.ToJsonString() ?? "";
    }
}
