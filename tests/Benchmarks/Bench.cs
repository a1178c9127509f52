using IwTune.Benchmarks.Printing;
using IwTune.Lab;

namespace IwTune.Benchmarks;

/// <summary>Runs the requested benchmarks, prints the table, writes the JSON.</summary>
internal static class Bench
{
    /// <returns>0, or 1 when a measurement itself failed. A missed goal is a figure, not a failure.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<IBenchmark> all, BenchOptions options)
    {
        if (Privileges.Missing is { } missing)
        {
            Console.Error.WriteLine($"nothing can be measured: {missing}");
            return 1;
        }
        Leftovers.Sweep();
        var machine = Machine.Here();
        var asked = all.Where(benchmark => options.Only.Contains(benchmark.Name)).ToList();
        var figures = new List<Figure>();
        var failures = new List<Failure>();
        // Programs at rest need minutes and no processor: the others are measured meanwhile, one after another.
        var resting = asked.OfType<IRestingBenchmark>().Select(benchmark => MeasureAsync(benchmark, options)).ToList();
        foreach (var benchmark in asked.Where(benchmark => benchmark is not IRestingBenchmark))
            Keep(await MeasureAsync(benchmark, options));
        foreach (var rest in resting)
            Keep(await rest);

        Console.Out.Write(FigureTable.Render(machine, figures, failures));
        if (options.JsonFile is { } file)
            await FigureJson.WriteAsync(file, machine, figures, failures);
        return failures.Count == 0 ? 0 : 1;

        void Keep((IReadOnlyList<Figure> Figures, Failure? Failure) measured)
        {
            figures.AddRange(measured.Figures);
            if (measured.Failure is { } failure)
                failures.Add(failure);
        }
    }

    private static async Task<(IReadOnlyList<Figure> Figures, Failure? Failure)> MeasureAsync(IBenchmark benchmark, BenchOptions options)
    {
        Console.Error.WriteLine($"measuring {benchmark.Name}: {benchmark.Summary}");
        try
        {
            return (await benchmark.MeasureAsync(options), null);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine($"{benchmark.Name} failed: {error}");
            return ([], new(benchmark.Name, error.Message));
        }
    }
}

/// <summary>Marks a benchmark that mostly waits and does not disturb others.</summary>
internal interface IRestingBenchmark : IBenchmark;

/// <summary>A measurement that could not be made.</summary>
/// <param name="Name">Of the benchmark.</param>
/// <param name="Why">The attempt and its result.</param>
internal sealed record Failure(string Name, string Why);
