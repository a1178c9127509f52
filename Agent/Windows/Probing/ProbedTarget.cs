using System.Net;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Probing;

/// <summary>What a probe must know of a target.</summary>
/// <param name="Template">The template that holds its window.</param>
/// <param name="Destination">The prefix of its filter; <see langword="null"/> for a template as such.</param>
internal sealed record ProbedTarget(TemplateName Template, IPNetwork? Destination);
