using System.Diagnostics;
using System.Globalization;

namespace IwTune.Runner.Running;

/// <summary>A test program in xunit's automated mode.</summary>
internal static class PartProcess
{
    /// <summary>The trait of tests that measure milliseconds, and therefore run while no other test does.</summary>
    public const string Alone = "Alone=yes";

    /// <summary>
    /// For the test programs and what they start: most of their code runs a few times, and many threads share two processors. Without
    /// instrumented code (tiered PGO) and without pages mapped twice (W^X) they take half of the processor time. A larger first generation
    /// without concurrent collections, later optimization, and threads that do not spin save another sixth.
    /// </summary>
    private static readonly KeyValuePair<string, string>[] ShortLived =
    [
        new("DOTNET_TieredPGO", "0"),
        new("DOTNET_EnableWriteXorExecute", "0"),
        new("DOTNET_gcConcurrent", "0"),
        new("DOTNET_GCgen0size", "0x2000000"),
        new("DOTNET_TC_CallCountThreshold", "0x100"),
        new("DOTNET_TC_BackgroundWorkerTimeoutMs", "0"),
        new("DOTNET_ThreadPool_UnfairSemaphoreSpinLimit", "0"),
    ];

    /// <summary>Runs it to completion.</summary>
    /// <param name="root">The repository.</param>
    /// <param name="part">The part to run.</param>
    /// <param name="alone">Those tests that run alone, or all others.</param>
    /// <param name="options">The requested selection.</param>
    /// <param name="hear">Receives its events.</param>
    /// <param name="log">Receives its other output.</param>
    /// <param name="ct">Kills it.</param>
    public static async Task RunAsync(
        string root,
        Part part,
        bool alone,
        RunOptions options,
        Action<TestEvent> hear,
        TextWriter log,
        CancellationToken ct
    )
    {
        var start = new ProcessStartInfo(
            Path.Combine(root, "artifacts/bin", part.Project, "release", "IwTune." + part.Project),
            Arguments(root, part, alone, options)
        )
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = root,
        };
        foreach (var (name, value) in ShortLived.Concat(part.Environment))
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        using var kill = ct.Register(() => process.Kill(entireProcessTree: true));
        var errors = CopyAsync(process.StandardError, log);
        var (failed, finished) = (false, false);
        while (await process.StandardOutput.ReadLineAsync(CancellationToken.None) is { } line)
        {
            finished |= line.StartsWith("{\"$type\":\"test-assembly-finished\"", StringComparison.Ordinal);
            if (TestEvent.Read(line) is { } said)
            {
                failed |= said is TestEvent.Broken or TestEvent.Ended { Outcome: Outcome.Failed };
                hear(said);
            }
            else if (!line.StartsWith("{\"$type\"", StringComparison.Ordinal))
                await log.WriteLineAsync(line);
        }
        await errors;
        await process.WaitForExitAsync(CancellationToken.None);
        if (!finished || (process.ExitCode != 0 && !failed))
            hear(
                new TestEvent.Broken(
                    $"the test program of {part.Name} ended with {process.ExitCode}{(finished ? "" : " before its tests had")}; "
                        + $"artifacts/test-logs/{part.Name}.log has what it printed"
                )
            );
    }

    private static IEnumerable<string> Arguments(string root, Part part, bool alone, RunOptions options) =>
        [
            "-automated",
            "async",
            "-preEnumerateTheories",
            "-maxThreads",
            (alone ? part.Alone : part.Threads).ToString(CultureInfo.InvariantCulture),
            alone ? "-trait" : "-trait-",
            Alone,
            .. part.In.SelectMany(space => new[] { "-namespace", space }),
            .. part.NotIn.SelectMany(space => new[] { "-namespace-", space }),
            .. options.With.SelectMany(trait => new[] { "-trait", trait }),
            .. options.WithoutStores && part.Project == "Server.Tests"
                ? StoreClasses.All(root).SelectMany(name => new[] { "-class-", Qualified(name) })
                : [],
            .. part.Without.Concat(options.Without).SelectMany(trait => new[] { "-trait-", trait }),
            .. (options.Classes.Count > 0 ? options.Classes : part.Classes?.Invoke(root) ?? []).SelectMany(name =>
                new[] { "-class", Qualified(name) }
            ),
        ];

    /// <summary>A class in any namespace, unless the name has one.</summary>
    private static string Qualified(string name) =>
        name.Contains('*', StringComparison.Ordinal) || name.Contains('.', StringComparison.Ordinal) ? name : "*." + name;

    private static async Task CopyAsync(StreamReader from, TextWriter to)
    {
        while (await from.ReadLineAsync(CancellationToken.None) is { } line)
            await to.WriteLineAsync(line);
    }
}
