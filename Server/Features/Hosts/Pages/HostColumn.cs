using IwTune.Server.Console;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>A column of the list of hosts that people can show or leave out.</summary>
/// <param name="Key">As addresses have it.</param>
/// <param name="Title">The heading.</param>
/// <param name="Sort">The order of this column; <see langword="null"/> where it has none.</param>
/// <param name="Rank">Of the columns shown, the lowest ranks stay where the window is narrow.</param>
public sealed record HostColumn(string Key, string Title, string? Sort, int Rank)
{
    /// <summary>The beginning of the keys of columns that show one label.</summary>
    public const string LabelPrefix = "label:";

    /// <summary>True for numbers and ages.</summary>
    public bool End { get; init; }

    /// <summary>Headings and cells of it in a CSV file.</summary>
    public IReadOnlyList<(string Head, Func<HostSummary, string?> Cell)> Csv { get; init; } = [];

    /// <summary>The label it shows; <see langword="null"/> for another column.</summary>
    public string? Label => Key.StartsWith(LabelPrefix, StringComparison.Ordinal) ? Key[LabelPrefix.Length..] : null;

    /// <summary>The column of one label.</summary>
    public static HostColumn OfLabel(string label) =>
        new(LabelPrefix + label, Sentences.Start(label), LabelPrefix + label, 20)
        {
            Csv = [($"label_{label}", host => host.Labels.GetValueOrDefault(label))],
        };
}
