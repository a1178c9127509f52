using System.Runtime.InteropServices;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Agent.Windows.Templates;

/// <summary>An initial congestion window that a template takes.</summary>
[StructLayout(LayoutKind.Auto)]
public readonly record struct TemplateWindow
{
    /// <inheritdoc cref="TemplateRules.Least"/>
    public const int Least = TemplateRules.Least;

    /// <inheritdoc cref="TemplateRules.Most"/>
    public const int Most = TemplateRules.Most;

    private TemplateWindow(int segments) => Segments = segments;

    /// <summary>Segments.</summary>
    public int Segments { get; }

    /// <summary>False for a number that no template takes.</summary>
    public static bool TryFrom(int segments, out TemplateWindow window)
    {
        var allowed = TemplateRules.Takes(segments);
        window = new TemplateWindow(allowed ? segments : Least);
        return allowed;
    }
}
