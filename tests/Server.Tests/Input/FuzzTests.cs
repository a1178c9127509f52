using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Input;

/// <summary>Random calls, made from the OpenAPI document, by every permitted caller and some others.</summary>
[Trait("Cases", "drawn")]
public sealed class FuzzTests
{
    private const int Callers = 6,
        Kept = 12;
    private static readonly int Requests = Cases.Of(50_000, 3_000);

    // Each of these reads or signs everything, so they are called rarely; more calls would find no more.
    private static readonly string[] Costly = ["/audit/verify", "/audit/export", "/compliance/export", "/checkin"];

    [Fact]
    public async Task No_request_is_answered_with_a_fault_and_none_breaks_the_store()
    {
        var seed = Cases.Seed(8);
        await using var besieged = await Besieged.StartAsync();
        var failures = new List<string>();
        var next = 0;
        await Task.WhenAll(
            Enumerable
                .Range(0, Callers)
                .Select(async caller =>
                {
                    for (var i = Interlocked.Increment(ref next); i <= Requests; i = Interlocked.Increment(ref next))
                    {
                        if (await OneAsync(besieged, new(Mixed(seed, i))) is { } failure)
                        {
                            lock (failures)
                                failures.Add($"#{i} {failure}");
                        }
                    }
                })
        );
        Assert.True(
            failures.Count == 0,
            $"{failures.Count} of {Requests} requests, seed {seed}:\n{string.Join("\n", failures.DistinctBy(Kind).Take(Kept))}"
        );
        await besieged.SoundAsync();
    }

    /// <summary>Call and status without their values: one finding of each kind is enough.</summary>
    private static string Kind(string failure) => string.Join(' ', failure.Split(' ').Skip(1).Take(3));

    // Neighbouring seeds of Random begin alike; this is the finaliser of SplitMix64.
    private static int Mixed(int seed, int i)
    {
        var mixed = unchecked((((ulong)(uint)seed << 32) | (uint)i) * 0x9E3779B97F4A7C15);
        mixed = unchecked((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9);
        return (int)((mixed ^ (mixed >> 27)) >> 33);
    }

    private static async Task<string?> OneAsync(Besieged besieged, Random random)
    {
        var draws = new Draws(random, besieged.Known, besieged.Api);
        var operation = draws.One(besieged.Api.Operations);
        if (Costly.Any(path => operation.Path.EndsWith(path, StringComparison.Ordinal)) && !draws.Chance(5))
            operation = draws.One(besieged.Api.Operations);
        var call = new Draft(draws, besieged.Known).Of(operation);
        var client = Caller(besieged, draws, operation);
        if (await FaultAsync(besieged, client, call) is not { } fault)
            return null;
        var smallest = await SmallerAsync(besieged, client, call);
        return $"{call.Of}: {fault}\n  {smallest.Curl(client.DefaultRequestHeaders.Authorization)}";
    }

    private static HttpClient Caller(Besieged besieged, Draws draws, ApiOperation operation) =>
        operation.ByHost == draws.Chance(97) ? draws.One(besieged.Fleet).Client
        : draws.Chance(75) ? besieged.Admin
        : draws.One(besieged.Tokens).Client;

    /// <summary>The fault of the answer; <see langword="null"/> when a program can use it.</summary>
    private static async Task<string?> FaultAsync(Besieged besieged, HttpClient client, ApiCall call)
    {
        using var message = call.Message();
        using var answer = await client.SendAsync(message);
        var status = (int)answer.StatusCode;
        var text = await answer.Content.ReadAsByteArrayAsync();
        if (answer.IsSuccessStatusCode)
        {
            await besieged.LearnAsync(call.Of.Path, answer);
            return call.Of.Statuses.Contains(status) ? null : $"{status} is not described";
        }
        var shown = System.Text.Encoding.UTF8.GetString(text, 0, Math.Min(text.Length, 300));
        if (status >= 500 && (answer.StatusCode != HttpStatusCode.ServiceUnavailable || answer.Headers.RetryAfter is null))
            return $"{status} {shown}";
        // Kestrel itself refuses what is not HTTP, before any code of this server runs.
        if (status is 304 || (status is 400 or 414 or 431 && text.Length == 0 && answer.Content.Headers.ContentType is null))
            return null;
        return Problems.Of(answer, text) is { } unfit ? $"{status} {unfit}: {shown}"
            : call.Of.Statuses.Contains(status) ? null
            : $"{status} is not described";
    }

    /// <summary>The smallest call that still fails: body fields and query values are removed one by one.</summary>
    private static async Task<ApiCall> SmallerAsync(Besieged besieged, HttpClient client, ApiCall call)
    {
        for (var again = true; again; )
        {
            again = false;
            foreach (var smaller in Smaller(call))
            {
                if (await FaultAsync(besieged, client, smaller) is not null)
                {
                    (call, again) = (smaller, true);
                    break;
                }
            }
        }
        return call;
    }

    private static IEnumerable<ApiCall> Smaller(ApiCall call)
    {
        if (call.Address.Split('?') is [var path, var question])
        {
            var parts = question.Split('&');
            for (var i = 0; i < parts.Length; i++)
                yield return call with
                {
                    Address = parts.Length == 1 ? path : $"{path}?{string.Join('&', parts.Where((_, at) => at != i))}",
                };
        }
        if (call.Headers.Count > 0)
            yield return call with
            {
                Headers = [],
            };
        if (call.Body is null || Parse(call.Body) is not JsonObject whole)
            yield break;
        foreach (var name in whole.Select(field => field.Key).ToList())
        {
            var less = whole.DeepClone().AsObject();
            less.Remove(name);
            yield return call with
            {
                Body = System.Text.Encoding.UTF8.GetBytes(less.ToJsonString()),
            };
        }
    }

    private static JsonNode? Parse(byte[] body)
    {
        try
        {
            return JsonNode.Parse(body);
        }
        catch (Exception damaged) when (damaged is JsonException or ArgumentException)
        {
            return null;
        }
    }
}
