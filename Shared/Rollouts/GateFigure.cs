using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Shared.Rollouts;

/// <summary>
/// One figure of a gate's input with its limit: a row of a table and a scale of a picture, the same on the command line and in the console.
/// </summary>
/// <param name="Name">The input's, or a measure's of it.</param>
/// <param name="Unit">As in <see cref="GateInput.Unit"/> and <see cref="GateMeasure.Unit"/>.</param>
/// <param name="Value">The figure.</param>
public sealed record GateFigure(string Name, string Unit, double? Value)
{
    /// <summary>As <see cref="GateInput.Control"/>.</summary>
    public double? Control { get; init; }

    /// <summary>As <see cref="GateInput.Due"/>.</summary>
    public double? Due { get; init; }

    /// <summary>As <see cref="GateInput.Low"/>.</summary>
    public double? Low { get; init; }

    /// <summary>As <see cref="GateInput.High"/>.</summary>
    public double? High { get; init; }

    /// <summary>The limit.</summary>
    public double? Threshold { get; init; }

    /// <summary>How the limit is meant, as the word before it.</summary>
    public string Rule { get; init; } = "";

    /// <summary>True when figures below the limit do not pass: bake time.</summary>
    public bool AtLeast { get; init; }

    /// <summary>True for a measure of the input above it.</summary>
    public bool IsMeasure { get; init; }

    /// <summary>The input's own figure first, then its measures.</summary>
    public static IReadOnlyList<GateFigure> Of(GateInput input)
    {
        var figures = new List<GateFigure>
        {
            new(input.Name, input.Unit, input.Value)
            {
                Control = input.Control,
                Due = input.Due,
                Low = input.Low,
                High = input.High,
                // Gates that were stored before there was a Due have the limit of the excess here, which is on another scale.
                Threshold = input is { Name: "retransmissions", Due: null } ? null : input.Threshold,
                AtLeast = input.Unit == "s",
                Rule = input.Unit switch
                {
                    "s" => "at least",
                    "hosts" => "at most",
                    _ => "harm from",
                },
            },
        };
        foreach (var measure in input.Measures ?? [])
            figures.Add(
                new(measure.Name, measure.Unit, measure.Value)
                {
                    Threshold = measure.Threshold,
                    Rule = measure.Name == GateMeasure.Rise ? "at most" : "harm from",
                    IsMeasure = true,
                }
            );
        return figures;
    }
}
