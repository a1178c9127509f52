using System.Text;
using IwTune.Agent.Linux.Watching;
using IwTune.Agent.Ports;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Watching;

/// <summary>ENOBUFS comes before the messages that still wait. The lost messages are unknown, so everything must be read again.</summary>
public sealed class OverrunTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly string _batch = Path.GetTempFileName();

    [Fact]
    public async Task A_buffer_that_really_overran_is_told_as_a_resync_and_what_comes_later_is_heard_again()
    {
        var lines = new StringBuilder();
        for (var i = 0; i < 20_000; i++)
            lines.Append("route add 10.").Append(i >> 8).Append('.').Append(i & 255).Append(".0/24 via 10.99.0.2\n");
        await File.WriteAllTextAsync(_batch, lines.ToString());
        var (first, later) = await _zoo.Host.RunAsync(async () =>
        {
            using var limit = new CancellationTokenSource(Until.Limit);
            using var notifications = new RouteNotifications(() => 0, new ChangeAuthors(TimeProvider.System), new LastAuthors());
            _zoo.Host.Ip($"-batch {_batch}");
            var told = await notifications.NextAsync(limit.Token);
            _zoo.Host.Ip("route add 172.16.0.0/16 via 10.99.0.2");
            IReadOnlyList<HostChanged> next;
            do next = await notifications.NextAsync(limit.Token);
            while (!next.Any(change => change.What == "route 172.16.0.0/16 set"));
            return (told, next);
        });
        Assert.Equal([HostChanged.Resync], first.Select(change => change.What));
        Assert.NotEmpty(later);
    }

    public void Dispose()
    {
        _zoo.Dispose();
        File.Delete(_batch);
    }
}
