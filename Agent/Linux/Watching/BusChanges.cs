using System.Threading.Channels;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Watching;

/// <summary>
/// Events that other programs announce over the system bus before the kernel does, or instead of it: an owner restarts or changes the state
/// of a device, a host wakes up. They are only a reason to read the host. A host without a bus gets none of them and needs none.
/// </summary>
internal static class BusChanges
{
    private const string Login = "org.freedesktop.login1";

    private static readonly BusWatch Devices = new(
        "org.freedesktop.NetworkManager",
        "org.freedesktop.NetworkManager.Device",
        "StateChanged"
    );
    private static readonly BusWatch Links = new("org.freedesktop.network1", BusNames.Properties, "PropertiesChanged");
    private static readonly BusWatch Sleep = new(Login, $"{Login}.Manager", "PrepareForSleep");

    /// <summary>Reports until cancelled.</summary>
    public static Task TellAsync(ISystemBus bus, ChannelWriter<HostChanged> told, CancellationToken ct) =>
        Task.WhenAll(
            TellAsync(bus, Devices, InterfaceOwners.NetworkManager, told, ct),
            TellAsync(bus, Links, InterfaceOwners.Networkd, told, ct),
            TellAsync(bus, Sleep, "", told, ct)
        );

    private static async Task TellAsync(ISystemBus bus, BusWatch watch, string owner, ChannelWriter<HostChanged> told, CancellationToken ct)
    {
        try
        {
            await foreach (var news in bus.WatchAsync(watch, ct))
            {
                if (Of(news, owner) is { } change)
                    told.TryWrite(change);
            }
        }
        catch (OperationCanceledException) { }
    }

    private static HostChanged? Of(BusObservation news, string owner) =>
        news switch
        {
            // False means that sleep is over (org.freedesktop.login1(5)); changes during sleep were not reported.
            BusObservation.Signal { Member: "PrepareForSleep", Arguments: [{ AsNumber: 0 }, ..] } => new HostChanged(
                HostChanged.Resync,
                "the host woke up"
            ),
            BusObservation.Signal when owner.Length > 0 => new HostChanged($"{owner} changed the state of a link", owner),
            BusObservation.OwnerChanged { Owner.Length: > 0 } when owner.Length > 0 => new HostChanged($"{owner} has started", owner),
            _ => null,
        };
}
