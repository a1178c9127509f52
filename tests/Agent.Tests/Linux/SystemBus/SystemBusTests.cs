using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Tests.Linux.SystemBus;

/// <summary>The contract over our own client of the wire protocol.</summary>
public sealed class WireSystemBusTests : SystemBusContract
{
    internal override OpenBus Open => IwTune.Agent.Linux.SystemBus.Wire.BusConnection.OpenAsync;
}

#if TMDS_DBUS
/// <summary>The contract over the package Tmds.DBus.Protocol.</summary>
public sealed class TmdsSystemBusTests : SystemBusContract
{
    internal override OpenBus Open => IwTune.Agent.Linux.SystemBus.Tmds.TmdsConnection.OpenAsync;
}
#endif
