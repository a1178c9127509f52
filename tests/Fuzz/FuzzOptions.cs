using System.Globalization;
using IwTune.Fuzz.Targets;

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
        var options = new FuzzOptions([], Usual, 1, "artifacts/fuzz", null);
        for (var at = 0; at + 1 < words.Count; at += 2)
        {
            var value = words[at + 1];
            switch (words[at])
            {
                case "--target" when value == "all":
                    options = options with { Targets = all };
                    break;
                case "--target" when all.FirstOrDefault(one => one.Name == value) is { } target:
                    options = options with { Targets = [.. options.Targets, target] };
                    break;
                case "--target":
                    return (null, $"there is no target {value}; the targets are: {string.Join(' ', all.Select(one => one.Name))}");
                case "--executions" when long.TryParse(value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var count):
                    options = options with { Executions = count };
                    break;
                case "--minutes" when double.TryParse(value, CultureInfo.InvariantCulture, out var minutes) && minutes is > 0 and < 1e6:
                    options = options with { Time = TimeSpan.FromMinutes(minutes) };
                    break;
                case "--seed" when ulong.TryParse(value, CultureInfo.InvariantCulture, out var seed):
                    options = options with { Seed = seed };
                    break;
                case "--out":
                    options = options with { Folder = value };
                    break;
                case "--input":
                    options = options with { Input = InputText.Read(value) };
                    break;
                default:
                    return (null, $"{words[at]} {value} is not understood");
            }
        }
        if (words.Count % 2 != 0)
            return (null, $"{words[^1]} needs a value, or is none of the options");
        if (options.Input is not null && options.Targets.Count != 1)
            return (null, "--input needs one --target");
        return options.Targets.Count > 0 ? (options, null) : (null, "no --target is named");
    }
}
