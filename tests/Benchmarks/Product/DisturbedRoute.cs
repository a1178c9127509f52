using System.Diagnostics;
using IwTune.Agent.Linux;
using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>A namespace with the route under test, and the other program that removes its window.</summary>
internal sealed class DisturbedRoute : IDisposable
{
    private readonly LinuxTuner tuner = new(TimeProvider.System);

    public DisturbedRoute() => RouteUnderTest.Reset(Space);

    public NetNamespace Space { get; } = RouteSpace.Create(0);

    /// <summary>Removes route and address, for a daemon that makes both: one that is there already would be another program's.</summary>
    public void LeaveToOwner()
    {
        Space.Ip($"addr flush dev {RouteSpace.Link}");
        Space.Ip($"link set {RouteSpace.Link} down");
    }

    /// <summary>Recreates the route without its window: by delete and add, or by one replace.</summary>
    /// <returns>Running since the start of it.</returns>
    public Stopwatch Disturb(bool anew)
    {
        var since = Stopwatch.StartNew();
        if (anew)
            RouteUnderTest.Reset(Space);
        else
            RouteUnderTest.Replace(Space);
        return since;
    }

    /// <summary>Waits until netlink returns the window.</summary>
    /// <returns>The time since; <see langword="null"/> when it was not there in time.</returns>
    public TimeSpan? Await(Stopwatch since, TimeSpan patience, TimeSpan pause) =>
        Space.Run<TimeSpan?>(() =>
        {
            while (since.Elapsed < patience)
            {
                if (IsSet())
                    return since.Elapsed;
                Thread.Sleep(pause);
            }
            return null;
        });

    public void Dispose()
    {
        tuner.Dispose();
        Space.Dispose();
    }

    private bool IsSet() =>
        tuner
            .ReadAsync(CancellationToken.None)
            .AsTask()
            .GetAwaiter()
            .GetResult()
            .Targets.Any(target =>
                target.Destination.ToString() == RouteUnderTest.Prefix && target.Current.InitCwnd == RouteUnderTest.Wanted
            );
}
