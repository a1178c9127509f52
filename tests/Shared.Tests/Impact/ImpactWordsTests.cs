using IwTune.Shared.Impact;

namespace IwTune.Shared.Tests.Impact;

public sealed class ImpactWordsTests
{
    [Theory]
    [InlineData(0, 210, 0, "Nothing changes for any of 210 hosts.")]
    [InlineData(0, 1, 0, "Nothing changes for any host.")]
    [InlineData(210, 210, 0, "210 of 210 hosts move to another revision or policy; no window changes.")]
    [InlineData(1, 2, 1, "1 of 2 hosts moves to another revision or policy; 1 window changes.")]
    [InlineData(1_200, 98_310, 3_400, "1,200 of 98,310 hosts move to another revision or policy; 3,400 windows change.")]
    public void Hosts_that_move_and_windows_that_change_are_two_numbers(int affected, int fleet, int windows, string sentence) =>
        Assert.Equal(sentence, ImpactWords.Of(affected, fleet, windows));

    [Theory]
    [InlineData(0, 1, "Nothing changes for any of 210 hosts. 1 held host keeps its revision.")]
    [InlineData(2, 1_200, "2 of 210 hosts move to another revision or policy; no window changes. 1,200 held hosts keep their revisions.")]
    public void Held_hosts_are_counted_apart_from_those_that_move(int affected, int held, string sentence) =>
        Assert.Equal(sentence, ImpactWords.Of(affected, 210, 0, held));
}
