using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.Captures;

/// <summary>A capture of <c>show supplemental</c> with the values of another machine.</summary>
/// <param name="Shape">The capture.</param>
internal sealed record SupplementalBlock(Capture Shape)
{
    // The value lines in order; RACK and the tail loss probe, which have no property, stay as captured.
    private static readonly string[] Since2012 =
    [
        "MinRto",
        TemplateState.InitialCongestionWindow,
        "CongestionProvider",
        "CwndRestart",
        "DelayedAckTimeout",
        "DelayedAckFrequency",
    ];

    private static readonly string[] On2008R2 = ["MinRto", TemplateState.InitialCongestionWindow, "DelayedAckTimeout"];

    /// <summary>
    /// The heading that names the default template, with another word in place of the captured one, and the empty line after it.
    /// </summary>
    public IEnumerable<string> Heading(string word) => [Shape.Lines[0][..(Shape.Lines[0].LastIndexOf(' ') + 1)] + word, ""];

    /// <summary>The block of one template: the capture without its heading.</summary>
    public IEnumerable<string> Body(TemplateState template)
    {
        var values = Shape.Lines.Count(Capture.IsValue) == On2008R2.Length ? On2008R2 : Since2012;
        var next = 0;
        foreach (var line in Shape.Lines.Contains("", StringComparer.Ordinal) ? Shape.Lines.Skip(2) : Shape.Lines)
            yield return Capture.IsValue(line) && next < values.Length
                ? line[..(line.LastIndexOf(" : ", StringComparison.Ordinal) + 3)] + Word(template.Values[values[next++]])
                : line;
    }

    // Captured: True and False are enabled and disabled, CUBIC is cubic and DCTCP dctcp; the other providers follow those.
    private static string Word(string value) =>
        value switch
        {
            "True" => "enabled",
            "False" => "disabled",
            _ => value.ToLowerInvariant(),
        };
}
