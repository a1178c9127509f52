using IwTune.Server.Console.Diffing;

namespace IwTune.Server.Tests.Console.Diffing;

public sealed class DiffFoldTests
{
    [Fact]
    public void Three_unchanged_lines_stay_around_a_change_and_the_rest_is_folded()
    {
        var before = string.Join('\n', Enumerable.Range(1, 21));
        var after = before.Replace("11\n", "eleven\n", StringComparison.Ordinal);

        var folds = DiffFold.Fold(TextDiff.Compare(before, after));

        Assert.Equal([(true, 7), (false, 7), (true, 7)], folds.Select(f => (f.Folded, f.Rows.Count)));
    }

    [Fact]
    public void A_single_unchanged_line_is_not_worth_a_fold()
    {
        var folds = DiffFold.Fold(TextDiff.Compare("keep\na\nb\nc\nold", "keep\na\nb\nc\nnew"));

        Assert.All(folds, fold => Assert.False(fold.Folded));
    }

    [Fact]
    public void Nothing_is_lost_by_folding()
    {
        var rows = TextDiff.Compare(string.Join('\n', Enumerable.Range(1, 40)), string.Join('\n', Enumerable.Range(5, 40)));

        Assert.Equal(rows, DiffFold.Fold(rows).SelectMany(f => f.Rows));
    }
}
