using System.Globalization;

namespace IwTune.Shared.Tests.Architecture.Asvs;

/// <summary>The requirements of OWASP ASVS 5.0.0: their ids in the standard's order, each with the lowest level that needs it.</summary>
internal sealed class AsvsList
{
    /// <summary>The document is for levels 1 and 2.</summary>
    private const int Highest = 2;

    private readonly List<(string Id, int Level)> _all =
    [
        .. File.ReadLines(Path.Combine(SourceFile.Root, "tests", "fixtures", "asvs-5.0.0.txt"))
            .Select(line => line.Split(' '))
            .Select(parts => (parts[0], int.Parse(parts[1], CultureInfo.InvariantCulture))),
    ];

    internal IEnumerable<string> Ids => _all.Where(one => one.Level <= Highest).Select(one => one.Id);

    internal int LevelOf(string id) => _all.Single(one => one.Id == id).Level;

    /// <summary>The requirements from one to another, without those of level 3; empty when either is none of levels 1 and 2.</summary>
    internal IReadOnlyList<string> Between(string first, string last)
    {
        var ids = Ids.ToList();
        var (from, to) = (ids.IndexOf(first), ids.IndexOf(last));
        return from < 0 || to < from ? [] : ids[from..(to + 1)];
    }
}
