using IwTune.Benchmarks.Peers;
using IwTune.Lab;

namespace IwTune.Benchmarks;

/// <summary>The options of the command line.</summary>
/// <param name="Peers">Compares whole programs instead of measuring figures.</param>
/// <param name="Only">Names of the benchmarks, or with <paramref name="Peers"/> of the programs, to run.</param>
/// <param name="Minutes">How long idle programs rest before their memory is read, minutes.</param>
/// <param name="Hosts">Hosts of the large fleet; a tenth of them wait.</param>
/// <param name="JsonFile">The file for the figures as JSON; <see langword="null"/> for none.</param>
/// <param name="WriteTo">The page whose marked tables are written anew; <see langword="null"/> for none.</param>
internal sealed record BenchOptions(bool Peers, IReadOnlySet<string> Only, double Minutes, int Hosts, string? JsonFile, string? WriteTo)
{
    private const double DefaultMinutes = 10;
    private const double DefaultPeersMinutes = 1;
    private const int DefaultHosts = 100_000;

    /// <returns><see langword="null"/> after printing the error on stderr.</returns>
    public static BenchOptions? Parse(string[] args, IReadOnlyList<IBenchmark> known)
    {
        var peers = args.Contains("--peers", StringComparer.Ordinal);
        var named = args.Where(argument => argument != "--peers").ToArray();
        var names = (peers ? AllPeers.Names : known.Select(benchmark => benchmark.Name)).ToHashSet(StringComparer.Ordinal);
        var options = new BenchOptions(peers, names, peers ? DefaultPeersMinutes : DefaultMinutes, DefaultHosts, null, null);
        if (named is ["--help" or "-h"])
            return Usage(null, known);
        var (read, problem) = OptionReader.Read(
            named,
            options,
            (options, option, value) =>
                option switch
                {
                    "--only" when value.Split(',').ToHashSet(StringComparer.Ordinal) is var only && only.IsSubsetOf(names) => options with
                    {
                        Only = only,
                    },
                    "--minutes" when double.TryParse(value, out var minutes) && minutes is > 0 and <= 1440 => options with
                    {
                        Minutes = minutes,
                    },
                    "--hosts" when !peers && int.TryParse(value, out var hosts) && hosts is >= 100 and <= 1_000_000 => options with
                    {
                        Hosts = hosts,
                    },
                    "--json" when value.Length > 0 => options with { JsonFile = value },
                    "--write" when peers && value.Length > 0 => options with { WriteTo = value },
                    _ => null,
                }
        );
        if (read is null)
            return Usage(problem, known);
        return read.WriteTo is null || read.Only.Count == names.Count
            ? read
            : Usage("--write with --only: the page has every program", known);
    }

    private static BenchOptions? Usage(string? problem, IReadOnlyList<IBenchmark> known)
    {
        if (problem is not null)
            Console.Error.WriteLine(problem);
        Console.Error.WriteLine("usage: iwtune-bench [--only NAME[,NAME…]] [--minutes N] [--hosts N] [--json FILE]");
        foreach (var benchmark in known)
            Console.Error.WriteLine($"  {benchmark.Name, -18} {benchmark.Summary}");
        Console.Error.WriteLine($"  --minutes N: idle programs rest that long before their memory is read (default {DefaultMinutes})");
        Console.Error.WriteLine($"  --hosts N: hosts of the large fleet, a tenth of which wait (default {DefaultHosts})");
        Console.Error.WriteLine("usage: iwtune-bench --peers [--only NAME[,NAME…]] [--minutes N] [--json FILE] [--write PAGE.md]");
        Console.Error.WriteLine("  IwTune beside other programs of administrators, in one table");
        Console.Error.WriteLine($"  names: {string.Join(' ', AllPeers.Names)}");
        Console.Error.WriteLine($"  --minutes N: as above (default {DefaultPeersMinutes})");
        Console.Error.WriteLine("  --write PAGE.md: writes the table into the page, between its two marks (docs/comparison.md)");
        return null;
    }
}
