using IwTune.Server.Console;
using IwTune.Shared.Charts;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Rollouts.Pages.Gates;

/// <summary>The figures of a gate on a scale, with the limit that decides.</summary>
internal static class GatePictures
{
    /// <summary>Fewer hosts than this would have a scale with half hosts.</summary>
    private const double LeastHosts = 4;

    /// <returns><see langword="null"/> for a figure without a value.</returns>
    public static Gauge? Of(GateFigure figure, GateVerdict verdict)
    {
        if (figure.Value is not { } value)
            return null;
        var marks = new List<GaugeMark> { Mark(Name(figure), value) with { Low = Place(figure.Low), High = Place(figure.High) } };
        // Of fetch times the control group is known by what was due.
        if (figure.Control is { } control && figure.Unit != "ms")
            marks.Add(Mark("control", control));
        if (figure.Due is { } due && (marks.Count == 1 || RolloutWords.Figure(due, figure.Unit) != marks[^1].Text))
            marks.Add(Mark("due", due));
        return new(Title(figure.Name), Sentence(figure, marks, verdict), Scale(figure), marks)
        {
            Limit = figure.Threshold is { } limit ? new(Place(limit)!.Value, Limit(figure), figure.AtLeast) : null,
        };

        double? Place(double? number) => Scaled(number, figure);

        GaugeMark Mark(string name, double number) => new(name, Place(number)!.Value, RolloutWords.Figure(number, figure.Unit));
    }

    /// <summary>A number of a figure as its axis has it: shares in percent.</summary>
    public static double? Scaled(double? number, GateFigure figure) => figure.Unit == "share" ? number * 100 : number;

    /// <summary>The name of an input as a heading; not <see cref="Sentences.Start"/>, which leaves <c>first-flight</c> as it is.</summary>
    public static string Title(string text) => text.Length == 0 ? text : char.ToUpperInvariant(text[0]) + text[1..];

    /// <summary>The limit in words: <c>at most 2 points</c>.</summary>
    public static string Limit(GateFigure figure) => $"{figure.Rule} {RolloutWords.Figure(figure.Threshold, figure.Unit)}";

    private static string Name(GateFigure figure) =>
        figure.Unit switch
        {
            "s" => "observed",
            "hosts" => "failed",
            "points" => "rise",
            "" => "evidence",
            _ => "ring",
        };

    private static Axis Scale(GateFigure figure) =>
        figure.Unit switch
        {
            "share" => new("", "%"),
            "hosts" => new("", "hosts") { To = LeastHosts },
            "" => new("", "ratio") { Logarithmic = true, From = 1 },
            _ => new("", figure.Unit),
        };

    private static string Sentence(GateFigure figure, List<GaugeMark> marks, GateVerdict verdict) =>
        $"{Title(figure.Name)}: {string.Join(", ", marks.Select(mark => $"{mark.Name} {mark.Text}"))}"
        + (figure.Low is null && figure.High is null ? "" : $", interval {RolloutWords.Interval(figure.Low, figure.High, figure.Unit)}")
        + (figure.Threshold is null ? "" : $"; {Limit(figure)}")
        + $". {RolloutWords.Of(verdict)}.";
}
