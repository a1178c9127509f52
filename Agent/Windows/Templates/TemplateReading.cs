namespace IwTune.Agent.Windows.Templates;

/// <summary>The result of reading by one method.</summary>
/// <param name="Method">The method.</param>
/// <param name="Templates">The templates, each once; empty when there is a problem.</param>
/// <param name="Default">The template that is the machine's default; <see langword="null"/> when the method does not report it.</param>
/// <param name="Problem">Why the method failed, and what would help, as a sentence; empty when it did not.</param>
public sealed record TemplateReading(AccessMethod Method, IReadOnlyList<Template> Templates, TemplateName? Default, string Problem = "")
{
    /// <summary>Notes to report, as sentences: why a better method was not used, and on what the methods disagree.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>True when the method worked.</summary>
    public bool Succeeded => Problem.Length == 0;

    /// <summary>A method that failed.</summary>
    public static TemplateReading Failed(AccessMethod method, string problem) => new(method, [], null, problem);
}
