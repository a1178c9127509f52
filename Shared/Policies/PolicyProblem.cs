namespace IwTune.Shared.Policies;

/// <summary>One thing wrong with a policy. A validator returns all of them at once.</summary>
/// <param name="Path">Where in the document: <c>scopes[1].window.initcwnd</c>; empty for the document itself.</param>
/// <param name="Value">The offending value as written, cut to a printable line; <see langword="null"/> when something is missing.</param>
/// <param name="Rule">The rule that is broken, as a sentence that says what to write instead.</param>
/// <param name="Line">Line in the document, from 1; 0 when it is not known.</param>
/// <param name="Column">Column in that line, from 1; 0 when it is not known.</param>
public sealed record PolicyProblem(string Path, string? Value, string Rule, int Line, int Column)
{
    /// <summary>One line for a terminal: <c>4:13 scopes[1].window.initcwnd: '1024': must be …</c></summary>
    public override string ToString()
    {
        var place = Line > 0 ? $"{Line}:{Column} " : "";
        var path = Path.Length > 0 ? $"{Path}: " : "";
        var value = Value is null ? "" : $"'{Value}': ";
        return $"{place}{path}{value}{Rule}";
    }
}
