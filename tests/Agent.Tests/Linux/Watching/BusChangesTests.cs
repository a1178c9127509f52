using System.Runtime.CompilerServices;
using System.Threading.Channels;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Linux.Watching;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.Watching;

public sealed class BusChangesTests
{
    private const string NetworkManager = "org.freedesktop.NetworkManager",
        Login = "org.freedesktop.login1";

    [Fact]
    public async Task A_host_that_wakes_up_is_read_again_and_one_that_falls_asleep_is_not() =>
        Assert.Equal(
            [new HostChanged(HostChanged.Resync, "the host woke up")],
            await ToldAsync((Login, Slept(true)), (Login, new BusObservation.OwnerChanged(":1.9")), (Login, Slept(false)))
        );

    [Fact]
    public async Task An_owner_that_starts_anew_or_changes_a_link_is_a_reason_to_look_and_one_that_went_is_not() =>
        Assert.Equal(
            [
                new HostChanged("NetworkManager has started", "NetworkManager"),
                new HostChanged("NetworkManager changed the state of a link", "NetworkManager"),
            ],
            await ToldAsync(
                (NetworkManager, new BusObservation.OwnerChanged("")),
                (NetworkManager, new BusObservation.OwnerChanged(":1.7")),
                (NetworkManager, new BusObservation.Signal("/x", $"{NetworkManager}.Device", "StateChanged", [])),
                (NetworkManager, new BusObservation.OwnerChanged(""))
            )
        );

    [Fact]
    public async Task Without_a_bus_nothing_is_told_and_nothing_breaks() => Assert.Empty(await ToldAsync());

    private static BusObservation.Signal Slept(bool falls) =>
        new("/org/freedesktop/login1", $"{Login}.Manager", "PrepareForSleep", [BusValue.Of(falls)]);

    private static async Task<List<HostChanged>> ToldAsync(params (string Name, BusObservation News)[] news)
    {
        var told = Channel.CreateUnbounded<HostChanged>();
        await BusChanges.TellAsync(new Script(news), told.Writer, CancellationToken.None);
        told.Writer.Complete();
        return await told.Reader.ReadAllAsync().ToListAsync();
    }

    /// <summary>A bus that delivers these messages and then ends.</summary>
    private sealed class Script((string Name, BusObservation News)[] news) : ISystemBus
    {
        public ValueTask<BusAnswer> CallAsync(BusCall call, CancellationToken ct) => throw new NotSupportedException();

        public async IAsyncEnumerable<BusObservation> WatchAsync(BusWatch watch, [EnumeratorCancellation] CancellationToken ct)
        {
            foreach (var one in news.Where(one => one.Name == watch.Name))
                yield return one.News;
            await Task.CompletedTask;
        }

        public ValueTask<string?> OwnerAsync(string name, CancellationToken ct) => ValueTask.FromResult<string?>(null);

        public void Dispose() { }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
