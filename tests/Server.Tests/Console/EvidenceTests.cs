using IwTune.Server.Console.Components;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Console;

/// <summary>The terms of a first flight and the sums of live traffic, from the report to the page.</summary>
public sealed class EvidenceTests
{
    private const string Target = "ipv4 main default via 192.0.2.1 dev eth0";

    private static readonly Evidence Measured = new()
    {
        TargetId = Target,
        Method = EvidenceMethod.FreshConnection,
        At = DateTimeOffset.UnixEpoch,
        Conclusive = true,
        ConfiguredCwnd = 60,
        InitialCwnd = 60,
        EffectiveSegments = 45,
        EffectiveBytes = 65160,
        Binding = BindingTerm.PeerWindow,
        Mss = 1448,
        PeerWindowBytes = 65160,
        Terms =
        [
            new WindowTerm
            {
                Name = TermName.InitCwnd,
                Segments = 60,
                Bytes = 86880,
            },
            new WindowTerm
            {
                Name = TermName.PeerWindow,
                Segments = 45,
                Bytes = 65160,
                Binds = true,
                Note = "what the peer announced",
            },
            new WindowTerm { Name = TermName.InitRwnd, Note = "no effect" },
            new WindowTerm
            {
                Name = "moon-phase",
                Segments = 70,
                Bytes = 101360,
            },
        ],
    };

    private static readonly Evidence Live = new()
    {
        TargetId = Target,
        Method = EvidenceMethod.Passive,
        At = DateTimeOffset.UnixEpoch.AddMinutes(5),
        Conclusive = true,
        ConfiguredCwnd = 60,
        InitialCwnd = 60,
        Passive = new PassiveFacts
        {
            Since = DateTimeOffset.UnixEpoch,
            Closed = 1204,
            Fresh = 23,
            Windows = new Dictionary<int, long> { [60] = 22, [1] = 1 },
            FirstFlightOnly = 1000,
            FirstFlightLoss = 4,
            RttMedianMicroseconds = 23_400,
            RttP90Microseconds = 80_000,
            FinalCwndMedian = 61,
            Sampled = true,
        },
    };

    [Fact]
    public async Task What_an_agent_tells_comes_back_whole_and_live_traffic_pushes_nothing_out()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync("a");
        await host.DurableAsync([host.Line(Measured), .. Enumerable.Range(0, 80).Select(_ => host.Line(Live))]);
        var detail = await api.GetAsync(FleetPaths.Host("a"), HostsJson.Default.HostDetail);
        var measured = Assert.Single(detail.Evidence, seen => seen.Method == EvidenceMethod.FreshConnection);
        Assert.Equal(Measured.Terms, measured.Terms);
        Assert.Equal(Live.Passive!.Windows, detail.Evidence[0].Passive!.Windows);
        Assert.Equal(45, detail.Summary.EffectiveSegments);
    }

    [Fact]
    public void Terms_are_drawn_as_they_were_told_also_those_of_a_newer_agent()
    {
        var drawn = WindowTerms.Of(Measured)!;
        Assert.Equal(
            [("initcwnd × MSS = 60 × 1448", 86880L, false), ("peer’s window", 65160L, true), ("moon-phase", 101360L, false)],
            drawn.Terms.Select(term => (term.Name, term.Bytes, term.Binds))
        );
        Assert.Equal(["initrwnd: no effect"], drawn.Remarks);
    }

    [Fact]
    public void An_agent_that_tells_no_terms_is_drawn_by_what_it_tells() =>
        Assert.Equal(
            [("initcwnd × MSS = 60 × 1448", false), ("peer’s window", true)],
            WindowTerms.Of(Measured with { Terms = null })!.Terms.Select(term => (term.Name, term.Binds))
        );

    [Fact]
    public async Task Terms_without_a_name_are_refused()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("a");
        using var answer = await host.ReportTextAsync(
            """{"number":1,"at":"2026-01-01T00:00:00Z","evidence":{"targetId":"t","method":"Passive","at":"2026-01-01T00:00:00Z","conclusive":false,"terms":[{"name":null}]}}"""
                + "\n"
        );
        Assert.False(answer.IsSuccessStatusCode);
    }
}
