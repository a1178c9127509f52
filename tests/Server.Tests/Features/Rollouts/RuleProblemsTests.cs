using IwTune.Server.Features.Rollouts.Planning;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class RuleProblemsTests
{
    [Fact]
    public void The_standard_has_none() => Assert.Empty(RuleProblems.Of(new()));

    [Fact]
    public void All_are_told_at_once_each_with_its_place()
    {
        var problems = RuleProblems.Of(
            new()
            {
                Rings =
                [
                    new() { Hosts = 0 },
                    new() { Hosts = 5, Percent = 1 },
                    new() { Percent = 0.5 },
                    new() { Selector = "site" },
                    new() { Name = "", Percent = 101 },
                    new() { Hosts = 5 },
                ],
                BakeSeconds = -1,
                MaxFailedPercent = double.NaN,
                Alpha = 0.5,
                UnreachableSeconds = 0,
                Windows = ["mon 09:00-10:00 UTC", "sometimes"],
            }
        );
        Assert.Equal(
            [
                "rules.bakeSeconds",
                "rules.maxFailedPercent",
                "rules.unreachableSeconds",
                "rules.alpha",
                "rules.windows[1]",
                "rules.rings[0].hosts",
                "rules.rings[1]",
                "rules.rings[2].percent",
                "rules.rings[3].selector",
                "rules.rings[4].name",
                "rules.rings[4].percent",
                "rules.rings[5].hosts",
                "rules.rings[5]",
            ],
            problems.Select(problem => problem.Path)
        );
        Assert.All(problems, problem => Assert.NotEmpty(problem.Rule));
    }
}
