namespace IwTune.Agent.Linux.SystemBus;

/// <summary>One method call.</summary>
/// <param name="Destination">The name to ask: <c>org.freedesktop.NetworkManager</c>.</param>
/// <param name="Path">The object: <c>/org/freedesktop/NetworkManager</c>.</param>
/// <param name="Interface">The interface.</param>
/// <param name="Member">The method.</param>
/// <param name="Arguments">Its arguments.</param>
internal sealed record BusCall(string Destination, string Path, string Interface, string Member, params IReadOnlyList<BusValue> Arguments)
{
    /// <summary>How long to wait for the answer. The calls here are answered in milliseconds; a daemon that takes longer hangs.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Reads one property.</summary>
    public static BusCall Property(string destination, string path, string @interface, string name) =>
        new(destination, path, "org.freedesktop.DBus.Properties", "Get", BusValue.Of(@interface), BusValue.Of(name));

    public override string ToString() => $"{Interface}.{Member} of {Destination} {Path}";
}
