using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Features.Policies;

/// <summary>The shortest difference of two texts by lines; how a line ends is no difference.</summary>
internal static class LineDiff
{
    public static IReadOnlyList<DiffLine> Of(string older, string newer)
    {
        var (old, @new) = (Lines(older), Lines(newer));
        return
        [
            .. Alignment
                .Of(old, @new)
                .Select(pair =>
                    pair switch
                    {
                        (var i, < 0) => new DiffLine(DiffKind.Removed, i + 1, null, old[i]),
                        (< 0, var j) => new DiffLine(DiffKind.Added, null, j + 1, @new[j]),
                        var (i, j) => new DiffLine(DiffKind.Same, i + 1, j + 1, old[i]),
                    }
                ),
        ];
    }

    private static string[] Lines(string text)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        return lines[^1].Length == 0 ? lines[..^1] : lines;
    }
}
