using System.Globalization;
using IwTune.Chaos.Schedules;

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
    public static (ChaosOptions? Options, string? Problem) Read(IReadOnlyList<string> words)
    {
        var options = new ChaosOptions(1, Short, StoreKind.Sqlite, 3, "artifacts/chaos", Keep: false, UntilFound: false, Print: false);
        for (var at = 0; at < words.Count; at++)
        {
            if (Switched(options, words[at]) is { } switched)
            {
                options = switched;
                continue;
            }
            if (at + 1 == words.Count)
                return (null, $"{words[at]} needs a value, or is none of the options");
            var value = words[++at];
            switch (words[at - 1])
            {
                case "--from" when ulong.TryParse(value, CultureInfo.InvariantCulture, out var seed):
                    options = options with { From = seed };
                    break;
                case "--seeds" when int.TryParse(value, CultureInfo.InvariantCulture, out var seeds) && seeds > 0:
                    options = options with { Seeds = seeds };
                    break;
                case "--at-once" when int.TryParse(value, CultureInfo.InvariantCulture, out var atOnce) && atOnce is > 0 and <= 16:
                    options = options with { AtOnce = atOnce };
                    break;
                case "--database" when value is "sqlite" or "postgres":
                    options = options with { Store = value == "postgres" ? StoreKind.Postgres : StoreKind.Sqlite };
                    break;
                case "--out":
                    options = options with { Folder = value };
                    break;
                default:
                    return (null, $"{words[at - 1]} {value} is not understood");
            }
        }
        return (options, null);
    }

    private static ChaosOptions? Switched(ChaosOptions options, string word) =>
        word switch
        {
            "--long" => options with { Seeds = Long },
            "--keep" => options with { Keep = true },
            "--until-found" => options with { UntilFound = true },
            "--print" => options with { Print = true },
            _ => null,
        };
}
