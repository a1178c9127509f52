using IwTune.Server.Features.Assignments;

namespace IwTune.Server.Tests.Features.Assignments;

public sealed class PrecedenceTests
{
    [Fact]
    public void The_winner_is_told_with_every_loser()
    {
        Assignment[] matching =
        [
            Of("edge-web", "role:web", 20),
            Of("late", "os:linux", 20),
            Of("default", "*", 0),
            Of("edge-web", "*", -5),
        ];
        Assert.Equal(
            "edge-web beats late: both have priority 20, and it was assigned more recently; edge-web beats default: priority 20 > 0; "
                + "edge-web by 'role:web' beats '*': priority 20 > -5",
            Precedence.Explain(matching)
        );
        var choices = Precedence.Choices(matching, _ => true);
        Assert.Equal([true, false, false, false], choices.Select(choice => choice.Wins));
        Assert.Equal("edge-web beats default: priority 20 > 0", choices[2].Why);
    }

    [Fact]
    public void Many_losers_are_counted_in_the_sentence_and_all_in_the_list()
    {
        var matching = Enumerable.Range(0, 9).Select(i => Of($"p{i}", "*", -i)).ToList();
        Assert.EndsWith("; and 5 more", Precedence.Explain(matching), StringComparison.Ordinal);
        Assert.Equal(9, Precedence.Choices(matching, _ => true).Count);
    }

    [Fact]
    public void The_only_one_is_said_to_be_it() => Assert.Equal("the only one that matches", Precedence.Explain([Of("edge", "*", 0)]));

    private static Assignment Of(string policy, string selector, int priority) =>
        new($"{policy}{selector}", Selector.Parse(selector).Selector!, policy, priority, DateTimeOffset.UnixEpoch);
}
