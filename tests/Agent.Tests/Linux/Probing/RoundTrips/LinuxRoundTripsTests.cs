using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Probing.RoundTrips;
using IwTune.Agent.Tests.Linux.Probing.Remote;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Linux.Probing.RoundTrips;

/// <summary>Against a server on a path of 2 ms.</summary>
public sealed class LinuxRoundTripsTests
{
    [Fact]
    public async Task A_service_is_as_far_as_its_path()
    {
        using var server = new ProbedServer(new Page(0));
        var facts = await server.Path.Client.RunAsync(() =>
            new HandshakeTimes(new ConnectTimes(TimeProvider.System).ConnectAsync, TimeProvider.System).MeasureAsync(
                new RttDestination("10.96.0.2", 8000),
                CancellationToken.None
            )
        );
        Assert.Equal(("10.96.0.2:8000", 5), (facts.Destination, facts.Connections + facts.Lost));
        Assert.True(facts is { MinMicroseconds: >= 2000, MedianMicroseconds: >= 2000, P90Microseconds: >= 2000 }, $"{facts}");
    }

    [Fact]
    public async Task A_service_that_is_not_there_is_a_result()
    {
        using var server = new ProbedServer(new Page(0));
        var facts = await server.Path.Client.RunAsync(() =>
            new HandshakeTimes(new ConnectTimes(TimeProvider.System).ConnectAsync, TimeProvider.System).MeasureAsync(
                new RttDestination("no-such-host.invalid", 1),
                CancellationToken.None
            )
        );
        Assert.Equal((0, 5, null), (facts.Connections, facts.Lost, facts.MedianMicroseconds));
    }
}
