using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class DifferingHostsTests
{
    private const string Target = "ipv4 main default via 192.0.2.1 dev eth0";

    [Fact]
    public async Task Hosts_are_found_by_a_window_that_is_not_the_required_one()
    {
        var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var (right, route, peer) = (await server.EnrolAsync("right"), await server.EnrolAsync("route"), await server.EnrolAsync("peer"));
        await server.EnrolAsync("silent");
        await right.DurableAsync(right.Line(right.State(10, 10)), right.Line(Measured(10)));
        await route.DurableAsync(route.Line(route.State(10, 4)));
        // Measured before the state that requires the target, as a host may report it.
        await peer.DurableAsync(peer.Line(Measured(7)), peer.Line(peer.State(10, 10)));
        await peer.DurableAsync(peer.Line(Measured(2) with { Conclusive = false }));

        Assert.Equal(["peer"], await NamesAsync(api, "differs:effective"));
        Assert.Equal(["route"], await NamesAsync(api, "differs:configured"));
        Assert.Equal(["peer", "route"], await NamesAsync(api, "differs:*"));
        Assert.Equal(["right", "silent"], await NamesAsync(api, "-differs:effective,configured"));

        // The store makes the same of what it has when it is upgraded.
        await server.Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync("drop table target_windows");
            return await write.ExecuteAsync("delete from migrations where number = 27");
        });
        await server.StopAsync();
        await using var upgraded = await RunningServer.StartAsync(server.Data);
        using var later = await upgraded.ApiAsync();
        Assert.Equal(["peer"], await NamesAsync(later, "differs:effective"));
        Assert.Equal(["route"], await NamesAsync(later, "differs:configured"));

        var (back, removed) = (peer.At(upgraded), route.At(upgraded));
        await back.DurableAsync(back.Line(Measured(10)));
        await removed.DurableAsync(removed.Line(removed.State(10, 4) with { Targets = [] }));
        Assert.Empty(await NamesAsync(later, "differs:*"));
        Assert.Equal(2, await upgraded.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from target_windows")));
    }

    [Theory]
    [InlineData("/api/v1/hosts?q=differs:required", "differs:effective or differs:configured")]
    [InlineData("/api/v1/hosts?q=differs:required+state:odd", "is not a verdict")]
    [InlineData("/api/v1/compliance?q=differs:effective", "of the present only")]
    [InlineData("/api/v1/compliance/trend?q=differs:effective", "of the present only")]
    public async Task What_cannot_be_answered_is_refused_by_name(string path, string why)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.GetAsync(path);
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        Assert.Contains(
            why,
            $"{problem.Detail} {string.Join(' ', (problem.Problems ?? []).Select(one => one.Rule))}",
            StringComparison.Ordinal
        );
    }

    private static Evidence Measured(int segments) =>
        new()
        {
            TargetId = Target,
            Method = EvidenceMethod.FreshConnection,
            At = DateTimeOffset.UnixEpoch,
            Conclusive = true,
            EffectiveSegments = segments,
        };

    private static async Task<IEnumerable<string>> NamesAsync(HttpClient api, string q) =>
        (await api.GetAsync($"{FleetPaths.Hosts}?q={q}", HostsJson.Default.HostPage)).Hosts.Select(host => host.Name);
}
