using IwTune.Lab;
using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Agents;

/// <summary>The control IWT-12: how long a newer agent has been available.</summary>
public sealed class AgentCurrentTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-releases-").FullName;

    [Fact]
    public async Task An_old_agent_fails_after_30_days_and_passes_as_soon_as_it_is_upgraded()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { StaleAfter = TimeSpan.FromDays(60) });
        var token = await server.TokenAsync();
        var host = await TestHost.EnrolAsync(server, token, TestHost.FactsOf("web-1") with { AgentVersion = "0.0.9" });
        using (await host.CheckInAsync()) { }
        await IsAsync(ControlResult.Pass);
        server.Clock.Jump(Grace + TimeSpan.FromMinutes(1));
        await IsAsync(ControlResult.Fail);
        using (var api = await server.ApiAsync())
            Assert.Equal(
                "web-1",
                Assert.Single((await api.GetAsync($"{FleetPaths.Hosts}?q=fails:{Id}", HostsJson.Default.HostPage)).Hosts).Name
            );

        await host.DurableAsync(
            new ReportLine
            {
                Number = 1,
                At = server.Clock.GetUtcNow(),
                Facts = host.Facts with { AgentVersion = ServerVersion.Text },
            }
        );
        await IsAsync(ControlResult.Pass);

        async Task IsAsync(ControlResult expected)
        {
            ControlResult? found = null;
            await Until.TrueAsync(
                async () =>
                {
                    // A token lives for less than an hour.
                    using var api = await server.ApiAsync();
                    var fleet = await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance);
                    return (found = fleet.Hosts[0].Controls?[Id]) == expected;
                },
                () => $"{Id} is {found}, not {expected}"
            );
        }
    }

    [Fact]
    public async Task The_time_of_a_version_is_the_first_at_which_the_server_saw_it()
    {
        var clock = new TestClock();
        using var store = await TestStore.OpenAsync(_directory, clock);
        var offered = Packages("1.0", "0.9");
        var releases = new AgentReleases(store, () => offered, clock);
        await releases.RefreshAsync();
        var first = clock.Now();
        Assert.Equal(new AgentAge(AgentStanding.Behind, first), releases.Current.Of("linux", "0.8"));
        Assert.Equal(new AgentAge(AgentStanding.Current, null), releases.Current.Of("linux", "1.0"));
        var same = releases.Current;
        clock.Advance(TimeSpan.FromDays(1));
        await releases.RefreshAsync();
        Assert.Same(same, releases.Current);

        offered = Packages("1.1");
        await releases.RefreshAsync();
        Assert.Equal(new AgentAge(AgentStanding.Behind, clock.Now()), releases.Current.Of("linux", "1.0"));
        Assert.Equal(new AgentAge(AgentStanding.Behind, first), releases.Current.Of("linux", "0.8"));
        // Windows gets no package here, and is compared with the server.
        Assert.Equal(AgentStanding.Ahead, releases.Current.Of("windows", "999").Standing);

        // After a restart the times are the same.
        clock.Advance(TimeSpan.FromDays(1));
        var again = new AgentReleases(store, () => offered, clock);
        await again.RefreshAsync();
        Assert.Equal(new AgentAge(AgentStanding.Behind, first), again.Current.Of("linux", "0.8"));
    }

    [Fact]
    public async Task A_withdrawn_version_does_not_count_and_an_unreadable_directory_withdraws_none()
    {
        var clock = new TestClock();
        using var store = await TestStore.OpenAsync(_directory, clock);
        var offered = Packages("1.0");
        var releases = new AgentReleases(store, () => offered, clock);
        await releases.RefreshAsync();
        offered = Packages("2.0");
        await releases.RefreshAsync();
        offered = new(true, [], ["The packages cannot be read."]);
        await releases.RefreshAsync();
        Assert.Equal(AgentStanding.Behind, releases.Current.Of("linux", "1.0").Standing);
        offered = Packages("1.0");
        await releases.RefreshAsync();
        Assert.Equal(new AgentAge(AgentStanding.Current, null), releases.Current.Of("linux", "1.0"));
        Assert.Equal(AgentStanding.Ahead, releases.Current.Of("linux", "2.0").Standing);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static string Id => $"IWT-{BuiltInControls.Current}";

    private static TimeSpan Grace => TimeSpan.FromDays(30);

    private static FleetPackages Packages(params string[] versions) =>
        new(true, [.. versions.Select(version => new OfferedPackage(PackageKind.Deb, version, "amd64", "/packages/deb/x"))], []);
}
