using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace IwTune.Server.Tests.Input;

/// <summary>The same call again, and the same call many times at once: each is done completely or refused with a text.</summary>
public sealed class ReplayTests
{
    private const int AtOnce = 8;

    [Fact]
    public async Task Every_write_sent_twice_and_eight_times_at_once_is_done_or_refused_and_the_log_stays_whole()
    {
        await using var besieged = await Besieged.StartAsync();
        var wrong = new List<string>();
        foreach (
            var operation in besieged.Api.Operations.Where(operation =>
                operation.Writes && operation.Path != Shared.Wire.AgentPaths.Unenrol
            )
        )
        {
            var call = new ApiCall(
                operation,
                Address(besieged, operation),
                operation.Example is { } example ? Encoding.UTF8.GetBytes(example) : null,
                operation.ContentType
            );
            var one = await SendAsync(besieged, call);
            var again = await SendAsync(besieged, call);
            var many = await Task.WhenAll(Enumerable.Range(0, AtOnce).Select(_ => SendAsync(besieged, call)));
            wrong.AddRange(many.Append(one).Append(again).OfType<string>().Select(what => $"{operation}: {what}").Distinct());
        }
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
        await besieged.SoundAsync();
    }

    [Fact]
    public async Task What_may_be_left_out_of_a_document_may_be()
    {
        await using var besieged = await Besieged.StartAsync();
        var wrong = new List<string>();
        foreach (
            var operation in besieged.Api.Operations.Where(operation =>
                operation.Example is not null && operation.ContentType == "application/json"
            )
        )
        {
            var schema = besieged.Api.Resolve(operation.Body!.Value);
            var needed = schema.TryGetProperty("required", out var names)
                ? names.EnumerateArray().Select(name => name.GetString()!).ToHashSet(StringComparer.Ordinal)
                : [];
            var least = new JsonObject(
                JsonNode
                    .Parse(operation.Example!)!
                    .AsObject()
                    .Where(field => needed.Contains(field.Key))
                    .Select(field => KeyValuePair.Create(field.Key, field.Value?.DeepClone()))
            );
            using var message = new ApiCall(operation, besieged.Address(operation), Encoding.UTF8.GetBytes(least.ToJsonString())).Message();
            using var answer = await besieged.For(operation).SendAsync(message);
            if ((await answer.Content.ReadAsStringAsync()).Contains("is missing", StringComparison.Ordinal))
                wrong.Add($"{operation}: {await answer.Content.ReadAsStringAsync()}");
        }
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));
    }

    [Fact]
    public async Task Of_eight_who_set_the_same_thing_from_the_same_look_one_does_and_seven_are_told_what_changed()
    {
        await using var besieged = await Besieged.StartAsync();
        using var looked = await besieged.Admin.GetAsync(Shared.Fleet.FleetPaths.Retention);
        var tag = looked.Headers.ETag!.ToString();
        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, AtOnce)
                .Select(async i =>
                {
                    using var message = new HttpRequestMessage(HttpMethod.Put, Shared.Fleet.FleetPaths.Retention)
                    {
                        Content = new StringContent(
                            $$"""{"periods":{"history":{{400 + i}}},"reason":"race"}""",
                            Encoding.UTF8,
                            "application/json"
                        ),
                    };
                    message.Headers.TryAddWithoutValidation("If-Match", tag);
                    using var answer = await besieged.Admin.SendAsync(message);
                    return answer.StatusCode;
                })
        );
        Assert.Single(answers, HttpStatusCode.OK);
        Assert.Equal(AtOnce - 1, answers.Count(status => status == HttpStatusCode.PreconditionFailed));
        await besieged.SoundAsync();
    }

    [Fact]
    public async Task Who_has_an_answer_already_gets_it_once()
    {
        await using var besieged = await Besieged.StartAsync();
        foreach (
            var path in (string[])
                [Shared.Fleet.FleetPaths.Policy("edge"), Shared.Fleet.FleetPaths.Revision("edge", 1), Shared.Fleet.FleetPaths.Retention]
        )
        {
            using var first = await besieged.Admin.GetAsync(path);
            var tag = first.Headers.ETag;
            Assert.NotNull(tag);
            using var message = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { IfNoneMatch = { tag } } };
            using var second = await besieged.Admin.SendAsync(message);
            Assert.True(second.StatusCode == HttpStatusCode.NotModified || path == Shared.Fleet.FleetPaths.Retention, path);
            Assert.Equal(tag, second.Headers.ETag);
        }
    }

    // Objects that are ended or removed must not be those that the others need.
    private static string Address(Besieged besieged, ApiOperation operation) =>
        operation.Method == "DELETE"
        || operation.Path.EndsWith("/retire", StringComparison.Ordinal)
        || operation.Path.EndsWith("/remove", StringComparison.Ordinal)
            ? $"{besieged.Address(operation)}?reason=x".Replace("/tokens/", "/tokens/x", StringComparison.Ordinal)
            : besieged.Address(operation);

    /// <summary>The fault of the answer; <see langword="null"/> when the call is done, or refused as expected.</summary>
    private static async Task<string?> SendAsync(Besieged besieged, ApiCall call)
    {
        using var message = call.Message();
        using var answer = await besieged.For(call.Of).SendAsync(message);
        var text = await answer.Content.ReadAsByteArrayAsync();
        if (answer.IsSuccessStatusCode)
            return null;
        return (int)answer.StatusCode >= 500 && answer.StatusCode != HttpStatusCode.ServiceUnavailable
                ? $"{(int)answer.StatusCode} {Encoding.UTF8.GetString(text)} {besieged.Cause}"
            : Problems.Of(answer, text) is { } unfit ? $"{(int)answer.StatusCode} {unfit}"
            : null;
    }
}
