using IwTune.Agent.Linux;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A rehearsed rollback leaves nothing, works beside real routes, and says what is wrong.</summary>
public sealed class RehearsalTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    [Fact]
    public void The_scratch_route_is_restored_and_removed_and_no_other_route_changes()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 5");
        var before = Everything();
        Assert.Equal("", Rehearse());
        Assert.Equal(before, Everything());
    }

    [Fact]
    public void What_a_killed_rehearsal_left_is_removed()
    {
        var before = Everything();
        _zoo.Host.Ip("route add 192.0.2.1 dev lo table 1063899 proto static initcwnd 20");
        Assert.Equal("", Rehearse());
        Assert.Equal(before, Everything());
    }

    [Fact]
    public void A_route_that_the_kernel_does_not_make_is_named()
    {
        _zoo.Host.Ip("link set lo down");
        Assert.StartsWith("Making the scratch route 192.0.2.1 dev lo: ", Rehearse(), StringComparison.Ordinal);
    }

    public void Dispose() => _zoo.Dispose();

    private string Rehearse() =>
        _zoo.Host.Run(() =>
        {
            using var tuner = new LinuxTuner(TimeProvider.System);
            return tuner.Rehearsal!.RehearseAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult();
        });

    private string Everything() => _zoo.Host.Ip("route show table all") + _zoo.Host.Ip("-6 route show table all");
}
