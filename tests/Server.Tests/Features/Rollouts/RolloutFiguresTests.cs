using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

public static class RolloutFiguresTests
{
    [Fact]
    public static void However_many_rollouts_there_are_only_the_newest_are_told_one_by_one()
    {
        var rows = Enumerable
            .Range(0, 200)
            .Select(number => new RolloutRow { Id = $"{number:000}", State = nameof(RolloutState.AwaitingApproval) })
            .ToList();

        var figures = RolloutFigures.Of(rows, new Dictionary<string, Watch>());

        Assert.Equal(200, figures.States[RolloutState.AwaitingApproval]);
        Assert.Equal((RolloutFigures.Most, "150", "199"), (figures.Newest.Count, figures.Newest[0].Id, figures.Newest[^1].Id));
        Assert.All(figures.Newest, one => Assert.Empty(one.Hosts));
    }
}
