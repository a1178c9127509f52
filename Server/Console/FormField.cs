using IwTune.Shared.Policies;

namespace IwTune.Server.Console;

/// <summary>A field of a form for a value of a request: problems of the value are shown in the words of the form.</summary>
/// <param name="Path">The value's name in problems, such as <c>asOf</c>.</param>
/// <param name="Id">The id of the control.</param>
/// <param name="Label">What the form calls it.</param>
public sealed record FormField(string Path, string Id, string Label)
{
    /// <summary>Whether a problem is one of this field; a selector's problem also names its place, as in <c>q at 6</c>.</summary>
    public bool Has(PolicyProblem problem) => Is(problem, Path);

    /// <summary>What is wrong with a value, for its field; <see langword="null"/> when nothing is.</summary>
    public static string? Problem(IEnumerable<PolicyProblem> problems, string path) =>
        problems.FirstOrDefault(problem => Is(problem, path)) is not { } found ? null
        : string.IsNullOrEmpty(found.Value) ? Sentences.Start(found.Rule)
        : $"‘{found.Value}’ {found.Rule}";

    private static bool Is(PolicyProblem problem, string path) =>
        problem.Path == path || problem.Path.StartsWith(path + " ", StringComparison.Ordinal);
}
