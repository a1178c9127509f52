namespace IwTune.Agent.Linux.SystemBus;

/// <summary>The system's bus by the implementation that this build uses (docs/adr: the system bus).</summary>
internal static class HostBus
{
    /// <summary>Nothing is connected yet.</summary>
    /// <param name="address">As D-Bus writes it: <see cref="BusAddress.OfSystem"/>.</param>
    /// <param name="time">Limits waiting and spaces attempts.</param>
    public static ISystemBus At(string address, TimeProvider time) => new ReconnectingBus(address, Open, time);

#if TMDS_DBUS
    private static OpenBus Open => Tmds.TmdsConnection.OpenAsync;
#else
    private static OpenBus Open => Wire.BusConnection.OpenAsync;
#endif
}
