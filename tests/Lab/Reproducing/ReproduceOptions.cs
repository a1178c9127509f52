using System.Globalization;

namespace IwTune.Lab.Reproducing;

/// <summary>The options of <c>lab reproduce</c>.</summary>
/// <param name="Short">Every kind of cell, a few of each.</param>
/// <param name="Only">Benchmarks, or prefixes of cells' names; empty for all.</param>
/// <param name="Seed">Of the path's jitter and reordering.</param>
/// <param name="Folder">The folder of the report.</param>
/// <param name="Verify">An earlier report whose cells are measured again and compared; <see langword="null"/> for none.</param>
internal sealed record ReproduceOptions(bool Short, IReadOnlyList<string> Only, ulong Seed, string Folder, string? Verify)
{
    public const string Usage = "reproduce [--short] [--only NAME[,NAME…]] [--seed N] [--out DIR] [--verify REPORT.json]";

    /// <returns>The options, or the error in them.</returns>
    public static (ReproduceOptions? Options, string? Problem) Read(IReadOnlyList<string> words)
    {
        var (options, problem) = OptionReader.Read(
            words,
            new ReproduceOptions(false, [], 1, "artifacts/lab", null),
            (options, option, value) =>
                option switch
                {
                    "--only" => options with { Only = value.Split(',', StringSplitOptions.RemoveEmptyEntries) },
                    "--seed" when ulong.TryParse(value, CultureInfo.InvariantCulture, out var seed) => options with { Seed = seed },
                    "--out" => options with { Folder = value },
                    "--verify" => options with { Verify = value },
                    _ => null,
                },
            (options, word) => word == "--short" ? options with { Short = true } : null
        );
        if (options is null)
            return (null, problem);
        var unknown = options.Only.Where(name => !Catalogue.Cells.Any(cell => Named(cell.Id, name))).ToList();
        return unknown.Count == 0
            ? (options, null)
            : (null, $"there is no benchmark {string.Join(" or ", unknown)}; there are {string.Join(", ", Catalogue.Benchmarks)}");
    }

    /// <summary>The requested cells, in the order of the catalogue.</summary>
    public IReadOnlyList<Cell> Choose(IReadOnlyCollection<string>? known) =>
        [
            .. Catalogue.Cells.Where(cell =>
                (!Short || cell.Short) && (Only.Count == 0 || Only.Any(name => Named(cell.Id, name))) && known?.Contains(cell.Id) != false
            ),
        ];

    private static bool Named(string id, string name) => id == name || id.StartsWith(name.TrimEnd('/') + "/", StringComparison.Ordinal);
}
