using IwTune.Agent.Linux.SystemBus.Wire;

namespace IwTune.Agent.Linux.SystemBus;

/// <summary>The system's bus by the implementation this build was made with (docs/adr: the system bus).</summary>
internal static class HostBus
{
    /// <summary>Nothing is connected yet.</summary>
    /// <param name="address">As D-Bus writes it: <see cref="BusAddress.OfSystem"/>.</param>
    /// <param name="time">Limits waiting and spaces attempts.</param>
    public static ISystemBus At(string address, TimeProvider time) =>
#if TMDS_DBUS
        new Tmds.TmdsBus(address, time);
#else
        new WireBus(address, time);
#endif
}
