using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class FactLabelsTests
{
    [Fact]
    public void Hosts_that_are_alike_share_one_object()
    {
        var one = FactLabels.Of([("kernel", "6.1"), ("qdisc", "fq")]);
        Assert.Same(one, FactLabels.Of([("qdisc", "fq"), ("kernel", "6.1")]));
        Assert.NotEqual(one, FactLabels.Of([("kernel", "6.1")]));
    }

    [Fact]
    public void What_no_host_tells_any_more_is_not_kept()
    {
        var told = Tell();
        for (var attempt = 0; attempt < 10 && told.IsAlive; attempt++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Assert.False(told.IsAlive);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference Tell() => new(FactLabels.Of([("agent", "told once")]));
}
