using System.Globalization;
using IwTune.Lab;

namespace IwTune.Soak;

/// <summary>The options of <c>iwtune-soak</c>.</summary>
/// <param name="Minutes">How long the work goes on, in real time.</param>
/// <param name="Hosts">How many simulated hosts there are beside the real one.</param>
/// <param name="Folder">Gets every reading and the logs of the programs.</param>
/// <param name="Page">A page that gets the results; <see langword="null"/> for none.</param>
internal sealed record SoakOptions(double Minutes, int Hosts, string Folder, string? Page)
{
    public const string Usage = "iwtune-soak [--minutes N] [--long] [--hosts N] [--out DIR] [--write docs/reliability.md]";

    /// <summary>Work is done at this multiple of its usual rate at least, and the time of day passes at least so fast.</summary>
    public const double LeastFactor = 20;

    private static readonly TimeSpan Compressed = TimeSpan.FromHours(8);

    /// <summary>How much faster the time of day passes: a short soak has eight hours, a long one more.</summary>
    public double Speed => Math.Max(LeastFactor, Compressed.TotalMinutes / Minutes);

    /// <returns>The options, or the error in them.</returns>
    public static (SoakOptions? Options, string? Problem) Read(IReadOnlyList<string> words) =>
        OptionReader.Read(
            words,
            new SoakOptions(Minutes: 12, Hosts: 100, "artifacts/soak", Page: null),
            (options, option, value) =>
                option switch
                {
                    "--minutes"
                        when double.TryParse(value, CultureInfo.InvariantCulture, out var minutes) && minutes is >= 1 and <= 10_080 =>
                        options with
                        {
                            Minutes = minutes,
                        },
                    "--hosts" when int.TryParse(value, CultureInfo.InvariantCulture, out var hosts) && hosts is > 0 and <= 10_000 =>
                        options with
                        {
                            Hosts = hosts,
                        },
                    "--out" => options with { Folder = value },
                    "--write" => options with { Page = value },
                    _ => null,
                },
            (options, word) => word == "--long" ? options with { Minutes = Compressed.TotalMinutes } : null
        );
}
