using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Routes;

/// <summary>The routes beside a route in its table, as far as they decide how the route may be set.</summary>
/// <param name="SameKey">How many routes have its key, itself included.</param>
/// <param name="First">True when it is the first of them, which IPv4 uses.</param>
/// <param name="OneWay">True when all of them use its next hop, so that there is no other to fall back on.</param>
/// <param name="Before">
/// True when a route of another program to the same destination has exactly the metric that a shadow would need.
/// </param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct RouteNeighbours(int SameKey, bool First, bool OneWay, bool Before)
{
    /// <summary>No other routes.</summary>
    public static RouteNeighbours None { get; } = new(SameKey: 1, First: true, OneWay: true, Before: false);
}
