using IwTune.Server.Features.Assignments;

namespace IwTune.Server.Tests.Features.Assignments;

public sealed class HalfOfFleetTests
{
    [Theory]
    [InlineData(9, 9, null, false)]
    [InlineData(5, 10, null, false)]
    [InlineData(6, 10, null, true)]
    [InlineData(6, 10, 5, true)]
    [InlineData(6, 10, 6, false)]
    [InlineData(3, 10, 4, false)]
    [InlineData(2_000_000_000, 2_000_000_001, null, true)]
    public void More_than_half_of_ten_hosts_or_more_needs_its_own_number(int changed, int fleet, int? confirm, bool refused) =>
        Assert.Equal(refused, HalfOfFleet.Problem(changed, fleet, confirm) is not null);

    [Fact]
    public void The_refusal_says_the_number_to_confirm()
    {
        var problem = HalfOfFleet.Problem(1204, 2000, 1200)!;
        Assert.Equal("confirm", problem.Path);
        Assert.Equal("1200", problem.Value);
        Assert.Contains("1204 of 2000 hosts", problem.Rule, StringComparison.Ordinal);
    }
}
