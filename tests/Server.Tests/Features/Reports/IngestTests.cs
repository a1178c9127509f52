using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Reports;

public sealed class IngestTests
{
    private static HostEvent Event(int number) => new(HostEventKind.Applied, "", $"event {number}");

    private static async Task<IReadOnlyList<string>> StoredAsync(RunningServer server, TestHost host) =>
        await server.Database.ReadAsync(db =>
            db.ListAsync<string>(
                "select text from host_history where host_id = @Id and report_number is not null order by report_number",
                new { host.Id }
            )
        );

    [Fact]
    public async Task Lines_are_stored_once_whatever_order_copies_and_gaps_they_come_in()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var lines = Enumerable.Range(1, 60).Select(n => host.Line(Event(n))).ToList();
        var random = new Random(4711);
        var durable = 0L;
        for (var round = 0; durable < 60; round++)
        {
            Assert.True(round < 2000, "the lines never all arrived");
            // What a network does to batches: a piece from any position, shuffled, some lines twice.
            var from = random.Next((int)durable + 1);
            var batch = lines.Skip(from).Take(random.Next(1, 12)).ToList();
            batch.AddRange(batch.Where(_ => random.Next(3) == 0).ToList());
            var before = durable;
            durable = await host.DurableAsync([.. batch.OrderBy(_ => random.Next())]);
            Assert.True(durable >= before, "durable never goes back");
        }
        Assert.Equal(Enumerable.Range(1, 60).Select(n => $"event {n}"), await StoredAsync(server, host));
    }

    [Fact]
    public async Task What_would_act_on_a_terminal_is_kept_as_what_people_can_read()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var state = host.State(10, 10);
        await host.DurableAsync(
            host.Line(
                new HostEvent(HostEventKind.Drifted, "", "was\u001b[2J changed\nby \u202egpj.exe") { Writer = "\u001b]0;root\u0007" }
            ),
            host.Line(state with { Targets = [state.Targets[0] with { Id = "ipv4 main default dev eth\u001b[31m0" }] })
        );
        Assert.Equal(
            ["was\\u001b[2J changed by \\u202egpj.exe"],
            (await StoredAsync(server, host)).Where(text => text.StartsWith("was", StringComparison.Ordinal))
        );
        var told = await (await server.ApiOfAsync("anna")).GetStringAsync($"/api/v1/hosts/{host.Id}");
        Assert.Contains("eth\\\\u001b[31m0", told, StringComparison.Ordinal);
        Assert.DoesNotContain("\"ipv4 main default dev eth\\u001b", told, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_lies_beyond_a_gap_is_not_taken()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        Assert.Equal(2, await host.DurableAsync(host.Line(Event(1), 1), host.Line(Event(2), 2), host.Line(Event(4), 4)));
        Assert.Equal(2, await host.DurableAsync(host.Line(Event(4), 4)));
        Assert.Equal(4, await host.DurableAsync(host.Line(Event(3), 3), host.Line(Event(4), 4)));
    }

    [Fact]
    public async Task Ten_copies_at_the_same_time_store_one()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var line = host.Line(Event(1));
        var answers = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => host.DurableAsync(line)));
        Assert.All(answers, durable => Assert.Equal(1, durable));
        Assert.Single(await StoredAsync(server, host));
    }

    [Theory]
    [InlineData("""{"number":2,"at":"2026-01-01T00:00:00Z"}""", "line 2", "0 bodies")]
    [InlineData("""{"number":2,"at":"yesterday","event":{"kind":"Applied","digest":"","text":""}}""", "line 2", "$.at")]
    [InlineData("""{"number":0,"at":"2026-01-01T00:00:00Z","event":{"kind":"Applied","digest":"","text":""}}""", "line 2", "number")]
    [InlineData("""{"number":2,"at":"2026-01-01T00:00:00Z","event":{"kind":"Nonsense","digest":"","text":""}}""", "line 2", "$.event.kind")]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","state":{"phase":"Applied","stateHash":"h","reason":"","targets":[null],"unmatched":[]}}""",
        "line 2",
        "state.targets"
    )]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","state":{"phase":"Applied","stateHash":"h","reason":"","targets":[],"unmatched":[],"hold":{"by":null,"since":"2026-01-01T00:00:00Z","reason":""}}}""",
        "line 2",
        "state.hold"
    )]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","state":{"phase":"Applied","stateHash":"h","reason":"","targets":[],"unmatched":[],"hold":{"by":"root","since":"9999-12-31T23:59:59Z","reason":""}}}""",
        "line 2",
        "9999"
    )]
    [InlineData("""{"number":2,"at":"9999-12-31T23:59:59Z","event":{"kind":"Applied","digest":"","text":""}}""", "line 2", "9999")]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","state":{"phase":"Applied","stateHash":"h","reason":"","targets":[],"unmatched":[null]}}""",
        "line 2",
        "state.unmatched"
    )]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","state":{"phase":"Applied","stateHash":"h","reason":"","targets":[],"unmatched":[],"decided":[null]}}""",
        "line 2",
        "state.decided"
    )]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","facts":{"hostName":"a","os":"linux","osName":"","kernel":"","bootId":"","agentVersion":"","nics":[null]}}""",
        "line 2",
        "facts.nics"
    )]
    [InlineData(
        """{"number":2,"at":"2026-01-01T00:00:00Z","facts":{"hostName":"a","os":"linux","osName":"","kernel":"","bootId":"","agentVersion":"","settings":{"a":null}}}""",
        "line 2",
        "facts.settings"
    )]
    [InlineData("not json", "line 2", "")]
    public async Task A_malformed_line_is_named_and_nothing_of_its_batch_is_stored(string bad, string where, string what)
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var good = JsonSerializer.Serialize(host.Line(Event(1)), WireJson.Default.ReportLine);
        var problem = await (await host.ReportTextAsync($"{good}\n{bad}\n")).ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains(where, problem.Detail, StringComparison.Ordinal);
        Assert.Contains(what, problem.Detail, StringComparison.Ordinal);
        Assert.Empty(await StoredAsync(server, host));
        using var alone = await host.ReportTextAsync(good);
        Assert.Equal(1, (await alone.Content.ReadFromJsonAsync(WireJson.Default.ReportsReply))!.Durable);
    }

    [Fact]
    public async Task More_than_the_limit_is_refused_before_it_is_read()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        using var request = new HttpRequestMessage(HttpMethod.Post, AgentPaths.Reports)
        {
            Content = new StringContent(new string(' ', 17 << 20), System.Text.Encoding.UTF8, "application/x-ndjson"),
        };
        request.Headers.ExpectContinue = true;
        await (await host.Client.SendAsync(request)).ProblemAsync(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task The_latest_state_the_newest_measurement_and_the_verdict_are_what_the_api_shows()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await host.TakeAsync();
        await host.DurableAsync(
            host.Line(host.State(wanted: 10, configured: 3)),
            host.Line(Measured(segments: 10, minute: 2)),
            host.Line(Measured(segments: 3, minute: 1)),
            host.Line(Measured(segments: 99, minute: 3) with { Conclusive = false })
        );
        Assert.Equal(Verdict.Drifted, (await SummaryAsync(api, host)).Verdict);

        await host.DurableAsync(host.Line(host.State(wanted: 10, configured: 10)));
        var row = await SummaryAsync(api, host);
        Assert.Equal((Verdict.Compliant, 10, 10, 100_000L), (row.Verdict, row.ConfiguredCwnd, row.EffectiveSegments, row.RttMicroseconds));
        var detail = await api.GetAsync(FleetPaths.Host("web-1"), HostsJson.Default.HostDetail);
        Assert.Equal(3, detail.Evidence.Count);
        Assert.Single(detail.State!.Targets);
        Assert.Equal(1, detail.History.Count(entry => entry.Kind == "Verdict" && entry.Verdict == Verdict.Compliant));
    }

    [Fact]
    public async Task The_measurement_beside_a_configured_window_is_of_the_same_target()
    {
        const string other = "ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth0";
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        var state = host.State(wanted: 10, configured: 10);
        var two = state with
        {
            Targets = [.. state.Targets, state.Targets[0] with { Id = other, Wanted = new(24, null), Configured = new(24, null) }],
        };

        await host.DurableAsync(
            host.Line(Measured(segments: 10, minute: 1)),
            host.Line(Measured(segments: 24, minute: 2) with { TargetId = other }),
            host.Line(two)
        );
        var row = await SummaryAsync(api, host);
        Assert.Equal((10, 10), (row.ConfiguredCwnd, row.EffectiveSegments));

        // As a version before this one stored it.
        await server.Database.WriteAsync(write => write.ExecuteAsync("update host_states set shown_target = null"));
        await host.DurableAsync(host.Line(Measured(segments: 23, minute: 3) with { TargetId = other }));
        Assert.Equal(10, (await SummaryAsync(api, host)).EffectiveSegments);

        await host.DurableAsync(host.Line(two with { Targets = [two.Targets[1]] }));
        row = await SummaryAsync(api, host);
        Assert.Equal((24, (int?)null), (row.ConfiguredCwnd, row.EffectiveSegments));

        await host.DurableAsync(host.Line(Measured(segments: 23, minute: 4) with { TargetId = other }));
        Assert.Equal(23, (await SummaryAsync(api, host)).EffectiveSegments);
    }

    [Fact]
    public async Task Only_changes_of_a_verdict_are_kept()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "*");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        await host.TakeAsync();
        for (var i = 0; i < 20; i++)
            await host.DurableAsync(host.Line(host.State(wanted: 10, configured: 10)));
        var changes = await server.Database.ReadAsync(db =>
            db.ListAsync<string>("select verdict from verdict_changes where host_id = @Id order by id", new { host.Id })
        );
        Assert.Equal(changes.Distinct(), changes);
        Assert.Equal("Compliant", changes[^1]);
    }

    [Fact]
    public async Task A_silent_host_becomes_stale_and_new_facts_move_it_to_another_policy()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "kernel:6.12*");
        var host = await server.EnrolAsync();
        Assert.Null(await host.TakeAsync());
        await host.DurableAsync(
            new ReportLine
            {
                Number = 1,
                At = DateTimeOffset.UnixEpoch,
                Facts = host.Facts with { Kernel = "6.12.5" },
            }
        );
        Assert.NotNull(await host.TakeAsync());
        server.Clock.Jump(TimeSpan.FromMinutes(10));
        await server
            .Get<IEnumerable<Microsoft.Extensions.Hosting.IHostedService>>()
            .OfType<IwTune.Server.Features.Compliance.VerdictSweep>()
            .Single()
            .RunAsync(default);
        Assert.Equal(Verdict.Stale, (await SummaryAsync(api, host)).Verdict);
    }

    private static async Task<HostSummary> SummaryAsync(HttpClient api, TestHost host) =>
        Assert.Single((await api.GetAsync(FleetPaths.Hosts + $"?q={host.Facts.HostName}", HostsJson.Default.HostPage)).Hosts);

    private static Evidence Measured(int segments, int minute) =>
        new()
        {
            TargetId = "ipv4 main default via 192.0.2.1 dev eth0",
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UnixEpoch.AddMinutes(minute),
            Conclusive = true,
            EffectiveSegments = segments,
            InitialCwnd = segments,
            Mss = 1448,
            RttMicroseconds = 100_000,
            Binding = BindingTerm.InitCwnd,
        };
}
