namespace IwTune.Benchmarks;

/// <summary>The options of the command line.</summary>
/// <param name="Only">Names of the benchmarks to run.</param>
/// <param name="Minutes">How long idle programs rest before their memory is read, minutes.</param>
/// <param name="Hosts">Hosts of the large fleet; a tenth of them wait.</param>
/// <param name="JsonFile">The file for the figures as JSON; <see langword="null"/> for none.</param>
internal sealed record BenchOptions(IReadOnlySet<string> Only, double Minutes, int Hosts, string? JsonFile)
{
    private const double DefaultMinutes = 10;
    private const int DefaultHosts = 100_000;

    /// <returns><see langword="null"/> after printing the error on stderr.</returns>
    public static BenchOptions? Parse(string[] args, IReadOnlyList<IBenchmark> known)
    {
        var names = known.Select(benchmark => benchmark.Name).ToHashSet(StringComparer.Ordinal);
        var options = new BenchOptions(names, DefaultMinutes, DefaultHosts, null);
        for (var i = 0; i < args.Length; i += 2)
        {
            var value = i + 1 < args.Length ? args[i + 1] : "";
            switch (args[i])
            {
                case "--only" when value.Split(',').ToHashSet(StringComparer.Ordinal) is var only && only.IsSubsetOf(names):
                    options = options with { Only = only };
                    break;
                case "--minutes" when double.TryParse(value, out var minutes) && minutes is > 0 and <= 1440:
                    options = options with { Minutes = minutes };
                    break;
                case "--hosts" when int.TryParse(value, out var hosts) && hosts is >= 100 and <= 1_000_000:
                    options = options with { Hosts = hosts };
                    break;
                case "--json" when value.Length > 0:
                    options = options with { JsonFile = value };
                    break;
                default:
                    Usage($"{args[i]} {value}".Trim(), known);
                    return null;
            }
        }
        return options;
    }

    private static void Usage(string found, IReadOnlyList<IBenchmark> known)
    {
        if (found is not ("--help" or "-h"))
            Console.Error.WriteLine($"not understood: {found}");
        Console.Error.WriteLine("usage: iwtune-bench [--only NAME[,NAME…]] [--minutes N] [--hosts N] [--json FILE]");
        foreach (var benchmark in known)
            Console.Error.WriteLine($"  {benchmark.Name, -10} {benchmark.Summary}");
        Console.Error.WriteLine($"  --minutes N: idle programs rest that long before their memory is read (default {DefaultMinutes})");
        Console.Error.WriteLine($"  --hosts N: hosts of the large fleet, a tenth of which wait (default {DefaultHosts})");
    }
}
