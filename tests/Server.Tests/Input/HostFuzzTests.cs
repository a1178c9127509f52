using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Everything that a host can send with its own secret, to every call of the agents' API: each value at each depth of a whole document is
/// replaced in turn. Nothing is random, so that findings are reproducible.
/// </summary>
public sealed class HostFuzzTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private const int AtATime = 8,
        Shown = 30;

    private static readonly string[] Instead =
    [
        "null",
        "true",
        "-1",
        "1e999",
        "99999999999999999999999999",
        "9223372036854775807",
        "-0.5",
        "\"\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"9999-12-31T23:59:59.9999999+14:00\"",
        "[]",
        "{}",
        "[null]",
        "{\"\":{}}",
    ];

    private static readonly string Long = $"\"{new string('\u00e9', 70_000)}\"",
        Deep = new('[', 2000);

    private readonly Besieged besieged = fixture.Besieged;

    [Fact]
    public async Task Whatever_a_host_sends_with_its_secret_is_answered_without_a_fault()
    {
        var host = besieged.Fleet[1];
        var documents = Documents(host);
        var wire = besieged.Api.Operations.Where(operation => operation.Path.StartsWith("/agent/", StringComparison.Ordinal)).ToList();
        Assert.Equal(
            wire.Where(operation => operation.Body is not null).Select(operation => operation.Path).Order(StringComparer.Ordinal),
            documents.Select(one => one.Path).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
        );

        var calls = documents.SelectMany(one => Bodies(one.Json).Select(body => (one.Path, one.Kind, body))).ToList();
        var faults = new List<string>();
        await Parallel.ForEachAsync(
            calls,
            new ParallelOptions { MaxDegreeOfParallelism = AtATime },
            async (call, ct) =>
            {
                // A body that is refused for its length is not read: without this the connection would break during the transfer.
                using var message = new HttpRequestMessage(HttpMethod.Post, call.Path)
                {
                    Content = new ByteArrayContent(call.body),
                    Headers = { ExpectContinue = call.body.Length > CheckIn.MaxBytes },
                };
                message.Content.Headers.TryAddWithoutValidation("Content-Type", call.Kind);
                using var answer = await host.Client.SendAsync(message, ct);
                if ((int)answer.StatusCode >= 500 && answer.Headers.RetryAfter is null)
                    lock (faults)
                        faults.Add(
                            $"{call.Path} {(int)answer.StatusCode}: "
                                + $"{Encoding.UTF8.GetString(call.body, 0, Math.Min(call.body.Length, 160))}"
                        );
            }
        );

        // Last, because it removes the host from the fleet whatever its body.
        using var left = await host.Client.PostAsync(AgentPaths.Unenrol, new StringContent(Deep, Encoding.UTF8, "application/json"));
        Assert.True((int)left.StatusCode < 500, $"{AgentPaths.Unenrol} {(int)left.StatusCode}");
        Assert.True(calls.Count > 1500, $"{calls.Count} calls");
        Assert.True(faults.Count == 0, $"{faults.Count} of {calls.Count}:\n{string.Join('\n', faults.Take(Shown))}");
        await besieged.SoundAsync();
    }

    private static List<(string Path, string Kind, string Json)> Documents(TestHost host)
    {
        const string json = "application/json",
            lines = "application/x-ndjson";
        var facts = host.Facts with
        {
            Settings = new Dictionary<string, string>(StringComparer.Ordinal) { ["net.ipv4.tcp_congestion_control"] = "cubic" },
        };
        return
        [
            (
                AgentPaths.Enrol,
                json,
                JsonSerializer.Serialize(new EnrolRequest("iwte_none", facts, host.Credential), WireJson.Default.EnrolRequest)
            ),
            (
                AgentPaths.CheckIn,
                json,
                JsonSerializer.Serialize(
                    new CheckInRequest(host.Held, "h", "boot-a", 1000, "sha256:x", 5, 1, "n"),
                    WireJson.Default.CheckInRequest
                )
            ),
            (AgentPaths.Rotate, json, JsonSerializer.Serialize(new RotateRequest(new string('z', 64)), WireJson.Default.RotateRequest)),
            (
                AgentPaths.Adopt,
                json,
                $$"""{"secretHash":"{{new string('z', 64)}}","facts":{{JsonSerializer.Serialize(facts, WireJson.Default.HostFacts)}}}"""
            ),
            (
                AgentPaths.Key,
                json,
                JsonSerializer.Serialize(
                    new HostKeyOffer(new string('A', 124), HostKeys.File, new string('A', 88)),
                    WireJson.Default.HostKeyOffer
                )
            ),
            .. Lines(host, facts).Select(line => (AgentPaths.Reports, lines, JsonSerializer.Serialize(line, WireJson.Default.ReportLine))),
        ];
    }

    /// <summary>One of each body, with a number that is already stored: the body is checked anyway, and nothing changes.</summary>
    private static IEnumerable<ReportLine> Lines(TestHost host, HostFacts facts)
    {
        var at = DateTimeOffset.UnixEpoch.AddYears(56);
        ReportLine[] bodies =
        [
            new()
            {
                Number = 1,
                At = at,
                State = host.State(3, 3) with { Hold = new HoldState("anna", at, at.AddHours(1), "why") },
            },
            new()
            {
                Number = 1,
                At = at,
                Evidence = Told.Of(at, 100),
            },
            new()
            {
                Number = 1,
                At = at,
                Event = new HostEvent(HostEventKind.Drifted, "sha256:x", "changed") { Writer = "NetworkManager", Target = "default" },
            },
            new()
            {
                Number = 1,
                At = at,
                Facts = facts,
            },
        ];
        return bodies;
    }

    private static IEnumerable<byte[]> Bodies(string json)
    {
        var whole = Encoding.UTF8.GetBytes(json);
        for (var part = 1; part < 8; part++)
            yield return whole[..(whole.Length * part / 8)];
        yield return Encoding.Unicode.GetBytes(json);
        yield return Encoding.Latin1.GetBytes(json.Replace("Debian", "D\u00e9bian", StringComparison.Ordinal));
        yield return [0xEF, 0xBB, 0xBF, .. whole];
        yield return [.. whole, (byte)'\n', .. whole, (byte)'\n', 0];
        foreach (var path in Paths(JsonNode.Parse(json)!, []))
        foreach (var other in Instead.Append(Long).Append(Deep + new string(']', Deep.Length)))
            yield return Encoding.UTF8.GetBytes(With(json, path, other));
    }

    /// <summary>Every value in the document, each by its path of keys and indexes.</summary>
    private static IEnumerable<IReadOnlyList<object>> Paths(JsonNode? node, IReadOnlyList<object> to)
    {
        if (to.Count > 0)
            yield return to;
        var below = node switch
        {
            JsonObject one => one.Select(field => ((object)field.Key, field.Value)),
            JsonArray list => list.Select((item, i) => ((object)i, item)).Take(1),
            _ => [],
        };
        foreach (var path in below.SelectMany(child => Paths(child.Item2, [.. to, child.Item1])))
            yield return path;
    }

    private static string With(string json, IReadOnlyList<object> path, string other)
    {
        const string mark = "\"\\u0001here\"";
        var root = JsonNode.Parse(json)!;
        var parent = path.SkipLast(1).Aggregate(root, (node, step) => step is string key ? node[key]! : node[(int)step]!);
        if (path[^1] is string name)
            parent[name] = JsonNode.Parse(mark);
        else
            parent[(int)path[^1]] = JsonNode.Parse(mark);
        return root.ToJsonString().Replace(mark, other, StringComparison.Ordinal);
    }
}
