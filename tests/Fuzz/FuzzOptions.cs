using System.Globalization;
using IwTune.Fuzz.Targets;
using IwTune.Lab;

namespace IwTune.Fuzz;

/// <summary>The options of <c>iwtune-fuzz</c>.</summary>
/// <param name="Targets">Which.</param>
/// <param name="Executions">How many inputs for each.</param>
/// <param name="Seed">Decides the inputs.</param>
/// <param name="Folder">Gets a folder for each target.</param>
/// <param name="Input">Reads this one input alone; <see langword="null"/> for a run.</param>
internal sealed record FuzzOptions(IReadOnlyList<FuzzTarget> Targets, long Executions, ulong Seed, string Folder, byte[]? Input)
{
    /// <summary>The longest time for each target.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    public const string Usage =
        "iwtune-fuzz --list | --target NAME|all [--executions N] [--minutes N] [--seed N] [--out DIR] | --target NAME --input LINE";

    private const long Usual = 1_000_000;

    /// <returns>The options, or the error in them.</returns>
    public static (FuzzOptions? Options, string? Problem) Read(IReadOnlyList<string> words, IReadOnlyList<FuzzTarget> all)
    {
        var (options, problem) = OptionReader.Read(
            words,
            new FuzzOptions([], Usual, 1, "artifacts/fuzz", null),
            (options, option, value) =>
                option switch
                {
                    "--target" when value == "all" => options with { Targets = all },
                    "--target" when all.FirstOrDefault(one => one.Name == value) is { } target => options with
                    {
                        Targets = [.. options.Targets, target],
                    },
                    "--executions" when long.TryParse(value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var count) =>
                        options with
                        {
                            Executions = count,
                        },
                    "--minutes" when double.TryParse(value, CultureInfo.InvariantCulture, out var minutes) && minutes is > 0 and < 1e6 =>
                        options with
                        {
                            Time = TimeSpan.FromMinutes(minutes),
                        },
                    "--seed" when ulong.TryParse(value, CultureInfo.InvariantCulture, out var seed) => options with { Seed = seed },
                    "--out" => options with { Folder = value },
                    "--input" => options with { Input = InputText.Read(value) },
                    _ => null,
                }
        );
        if (options is null)
            return (null, problem);
        if (options.Input is not null && options.Targets.Count != 1)
            return (null, "--input needs one --target");
        return options.Targets.Count > 0 ? (options, null) : (null, "no --target is named");
    }
}
