namespace IwTune.Agent.Windows.Templates;

/// <summary>What one road read.</summary>
/// <param name="Road">Which.</param>
/// <param name="Templates">The templates, each once; empty when there is a problem.</param>
/// <param name="Default">The template that is the machine's default; <see langword="null"/> when the road does not tell.</param>
/// <param name="Problem">Why the road could not be taken, and what would help, as a sentence; empty when it could.</param>
public sealed record TemplateReading(Road Road, IReadOnlyList<Template> Templates, TemplateName? Default, string Problem = "")
{
    /// <summary>What is worth telling about it, as sentences: why a better road was not taken, and on what the roads disagree.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>True when it could be taken.</summary>
    public bool Succeeded => Problem.Length == 0;

    /// <summary>A road that could not be taken.</summary>
    public static TemplateReading Failed(Road road, string problem) => new(road, [], null, problem);
}
