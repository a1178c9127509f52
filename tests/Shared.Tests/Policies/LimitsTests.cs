using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class LimitsTests
{
    [Fact]
    public void A_second_limit_can_only_narrow()
    {
        Assert.Equal(new Limits(16, 2), new Limits(32, 2).Narrow(new Limits(16, 4)));
        Assert.Equal(new Limits(16, 2), new Limits(16, null).Narrow(new Limits(32, 2)));
        Assert.Equal(Limits.None, Limits.None.Narrow(Limits.None));
    }
}
