using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class LineDiffTests
{
    [Fact]
    public void Both_texts_can_be_read_back_from_any_difference()
    {
        var random = new Random(42);
        for (var round = 0; round < 500; round++)
        {
            var (older, newer) = (Text(random), Text(random));
            var lines = LineDiff.Of(older, newer);
            Assert.Equal(older, Join(lines.Where(l => l.Kind != DiffKind.Added)));
            Assert.Equal(newer, Join(lines.Where(l => l.Kind != DiffKind.Removed)));
            Assert.Equal(
                Enumerable.Range(1, lines.Count(l => l.Old is not null)),
                lines.Where(l => l.Old is not null).Select(l => l.Old!.Value)
            );
            Assert.Equal(
                Enumerable.Range(1, lines.Count(l => l.New is not null)),
                lines.Where(l => l.New is not null).Select(l => l.New!.Value)
            );
        }
    }

    [Fact]
    public void One_changed_line_among_a_thousand_is_one_line_out_and_one_in()
    {
        var older = Enumerable.Range(0, 1000).Select(i => $"line {i}").ToList();
        var newer = older.ToList();
        newer[500] = "changed";
        Assert.Equal(2, LineDiff.Of(string.Join('\n', older), string.Join('\n', newer)).Count(l => l.Kind != DiffKind.Same));
    }

    [Fact]
    public void Texts_too_large_for_the_table_are_still_right()
    {
        var older = string.Concat(Enumerable.Range(0, 2500).Select(i => $"a{i}\n"));
        var newer = string.Concat(Enumerable.Range(0, 2500).Select(i => $"b{i}\n"));
        var lines = LineDiff.Of(older, newer);
        Assert.Equal(older, Join(lines.Where(l => l.Kind != DiffKind.Added)));
        Assert.Equal(newer, Join(lines.Where(l => l.Kind != DiffKind.Removed)));
    }

    private static string Text(Random random) =>
        string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => $"{(char)('a' + random.Next(4))}\n"));

    private static string Join(IEnumerable<DiffLine> lines) => string.Concat(lines.Select(line => line.Text + "\n"));
}
