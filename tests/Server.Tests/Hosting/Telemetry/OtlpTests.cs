using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Hosting.Telemetry;

public sealed class OtlpTests
{
    [Fact]
    public async Task Traces_go_from_joining_to_the_verdict_and_take_up_the_callers_own()
    {
        await using var collector = await Collector.StartAsync();
        await using var server = await RunningServer.StartAsync(with: options => options with { Otlp = collector.Address, TraceShare = 1 });
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync("traced-1");
        await host.TakeAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        const string Trace = "4bf92f3577b34da6a3ce929d0e0e4736",
            Caller = "00f067aa0ba902b7";
        using var call = new HttpRequestMessage(HttpMethod.Get, FleetPaths.Host(host.Id) + "?secret=hush-hush");
        call.Headers.Add("traceparent", $"00-{Trace}-{Caller}-01");
        (await api.SendAsync(call)).EnsureSuccessStatusCode();

        var telemetry = server.Get<IwTune.Server.Hosting.Telemetry.Telemetry>();
        await Until.TrueAsync(
            () =>
            {
                telemetry.Flush();
                return collector.Spans.Any(span => span.Name == "judge")
                    && collector.Spans.Any(span => span.Trace == Trace)
                    && collector.Metrics.ContainsKey("iwtune_hosts");
            },
            () => string.Join(", ", collector.Spans.Select(span => span.Name))
        );
        var (joined, checkedIn, reported) = (Span(AgentPaths.Enrol), Span(AgentPaths.CheckIn), Span(AgentPaths.Reports));
        Assert.Contains(joined.Id, checkedIn.Links);
        Assert.Contains(checkedIn.Id, reported.Links);
        var stored = collector.Spans.First(span => span.Name == "store reports" && span.Parent == reported.Id);
        Assert.Contains(collector.Spans, span => span.Name == "judge" && span.Parent == stored.Id);
        Assert.Contains(
            collector.Spans,
            span => span.Trace == Trace && span.Parent == Caller && span.Name.StartsWith("GET ", StringComparison.Ordinal)
        );

        var raw = string.Concat(collector.Raw);
        foreach (
            var secret in new[] { "hush-hush", "traced-1", host.Reply.HostSecret, api.DefaultRequestHeaders.Authorization!.Parameter! }
        )
            Assert.DoesNotContain(secret, raw, StringComparison.Ordinal);

        // Spans belong to the process: those of servers in other tests arrive here too.
        Collector.Span Span(string path) =>
            collector.Spans.First(span => span.Name == $"POST {path}" && span.Attributes.Contains($"iwtune.host={host.Id}"));
    }

    [Fact]
    public async Task The_same_goes_over_gRPC()
    {
        await using var collector = await Collector.StartAsync(grpc: true);
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Otlp = collector.Address,
                OtlpGrpc = true,
                TraceShare = 1,
            }
        );
        var host = await server.EnrolAsync("traced-3");
        await host.TakeAsync();
        var telemetry = server.Get<IwTune.Server.Hosting.Telemetry.Telemetry>();
        await Until.TrueAsync(
            () =>
            {
                telemetry.Flush();
                return collector.Spans.Any(span =>
                        span.Name == $"POST {AgentPaths.CheckIn}"
                        && span.Attributes.Any(value => value.Contains(host.Id, StringComparison.Ordinal))
                    ) && collector.Metrics.ContainsKey("iwtune_hosts");
            },
            () => string.Join(", ", collector.Spans.Select(span => span.Name))
        );
    }

    [Fact]
    public async Task A_collector_that_is_not_there_changes_nothing()
    {
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Otlp = "http://127.0.0.1:9",
                TraceShare = 1,
            }
        );
        var host = await server.EnrolAsync("traced-2");
        await host.TakeAsync();
        Assert.Equal("ready\n", await server.Client().GetStringAsync("/readyz"));
    }
}
