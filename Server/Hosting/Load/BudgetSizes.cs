using System.Globalization;

namespace IwTune.Server.Hosting.Load;

/// <summary>Concurrent calls of each kind. Several times as many may wait in the queue behind them.</summary>
public sealed record BudgetSizes
{
    /// <summary>Places in line for each that runs.</summary>
    public const int Line = 16;

    private const int Most = 100_000;

    // A post of reports may be 16 MiB, and its parsed form several times that.
    private const long ReportBytes = 128L << 20;

    public required int CheckIns { get; init; }

    public required int Enrolments { get; init; }

    public required int Reports { get; init; }

    public required int Bundles { get; init; }

    public required int Api { get; init; }

    public required int Console { get; init; }

    /// <summary>
    /// What suits a machine: enough to keep its processors busy while calls wait for the store, and no more than its memory holds.
    /// </summary>
    /// <param name="cores">Processors.</param>
    /// <param name="memory">Bytes that the server may use.</param>
    public static BudgetSizes For(int cores, long memory) =>
        new()
        {
            CheckIns = 64 * cores,
            Enrolments = 8 * cores,
            Reports = (int)Math.Clamp(memory / ReportBytes, 4, 64 * cores),
            Bundles = 64 * cores,
            Api = 16 * cores,
            Console = 16 * cores,
        };

    /// <summary>What suits this machine.</summary>
    public static BudgetSizes Here() => For(Environment.ProcessorCount, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

    /// <summary>The same with what an operator decided: <c>reports=64</c>.</summary>
    /// <returns><see langword="null"/> when one of them is wrong; <paramref name="wrong"/> says which.</returns>
    public BudgetSizes? With(IEnumerable<string> decided, out string wrong)
    {
        var sizes = this;
        foreach (var one in decided)
        {
            var parts = one.Split('=', 2, StringSplitOptions.TrimEntries);
            if (
                parts.Length < 2
                || !int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var running)
                || running is < 1 or > Most
                || sizes.With(parts[0], running) is not { } next
            )
            {
                wrong = $"'{one}' is not NAME=CALLS with checkins, enrolments, reports, bundles, api or console, and 1..{Most}";
                return null;
            }
            sizes = next;
        }
        wrong = "";
        return sizes;
    }

    private BudgetSizes? With(string name, int running) =>
        name switch
        {
            "checkins" => this with { CheckIns = running },
            "enrolments" => this with { Enrolments = running },
            "reports" => this with { Reports = running },
            "bundles" => this with { Bundles = running },
            "api" => this with { Api = running },
            "console" => this with { Console = running },
            _ => null,
        };
}
