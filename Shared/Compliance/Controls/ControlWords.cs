namespace IwTune.Shared.Compliance.Controls;

/// <summary>The result of a control as people read it.</summary>
/// <param name="Result">The result.</param>
/// <param name="Word">What people call it.</param>
public sealed record ControlWords(ControlResult Result, string Word)
{
    /// <summary>Every result, in the order of reports.</summary>
    public static IReadOnlyList<ControlWords> All { get; } =
    [
        new(ControlResult.Fail, "Fail"),
        new(ControlResult.Pass, "Pass"),
        new(ControlResult.NotChecked, "Not checked"),
        new(ControlResult.Unknown, "Unknown"),
        new(ControlResult.NotApplicable, "Not applicable"),
    ];

    /// <summary>The words of a result.</summary>
    public static string Of(ControlResult result) => All.First(words => words.Result == result).Word;
}
