using System.Globalization;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos;

/// <summary>The options of <c>iwtune-chaos</c>.</summary>
/// <param name="From">The first seed.</param>
/// <param name="Seeds">How many.</param>
/// <param name="Store">What the servers keep their data in.</param>
/// <param name="AtOnce">How many run beside each other; most of a run is waiting.</param>
/// <param name="Folder">Gets a folder for each seed that finds something.</param>
/// <param name="Keep">Keeps the folders of the others, too.</param>
/// <param name="UntilFound">Starts no more seeds when one has found something.</param>
/// <param name="Print">Prints the schedules, and runs none.</param>
internal sealed record ChaosOptions(
    ulong From,
    int Seeds,
    StoreKind Store,
    int AtOnce,
    string Folder,
    bool Keep,
    bool UntilFound,
    bool Print
)
{
    public const string Usage =
        "iwtune-chaos [--seeds N] [--from SEED] [--long] [--database sqlite|postgres] [--at-once N] [--out DIR] [--keep] [--until-found] "
        + "[--print]";

    private const int Short = 200,
        Long = 5000;

    /// <returns>The options, or the error in them.</returns>
    public static (ChaosOptions? Options, string? Problem) Read(IReadOnlyList<string> words) =>
        OptionReader.Read(
            words,
            new ChaosOptions(1, Short, StoreKind.Sqlite, 3, "artifacts/chaos", Keep: false, UntilFound: false, Print: false),
            (options, option, value) =>
                option switch
                {
                    "--from" when ulong.TryParse(value, CultureInfo.InvariantCulture, out var seed) => options with { From = seed },
                    "--seeds" when int.TryParse(value, CultureInfo.InvariantCulture, out var seeds) && seeds > 0 => options with
                    {
                        Seeds = seeds,
                    },
                    "--at-once" when int.TryParse(value, CultureInfo.InvariantCulture, out var atOnce) && atOnce is > 0 and <= 16 =>
                        options with
                        {
                            AtOnce = atOnce,
                        },
                    "--database" when value is "sqlite" => options with { Store = StoreKind.Sqlite },
                    "--database" when value is "postgres" => options with { Store = StoreKind.Postgres },
                    "--out" => options with { Folder = value },
                    _ => null,
                },
            (options, word) =>
                word switch
                {
                    "--long" => options with { Seeds = Long },
                    "--keep" => options with { Keep = true },
                    "--until-found" => options with { UntilFound = true },
                    "--print" => options with { Print = true },
                    _ => null,
                }
        );
}
