namespace IwTune.Agent.Windows.Templates;

/// <summary>An initial congestion window that a template takes: an even number of segments, 2 to 64 (Set-NetTCPSetting, InitialCongestionWindowMss).</summary>
public readonly record struct TemplateWindow
{
    /// <summary>The smallest, segments.</summary>
    public const int Least = 2;

    /// <summary>The largest, segments.</summary>
    public const int Most = 64;

    private TemplateWindow(int segments) => Segments = segments;

    /// <summary>Segments.</summary>
    public int Segments { get; }

    /// <summary>False for a number that no template takes.</summary>
    public static bool TryFrom(int segments, out TemplateWindow window)
    {
        var allowed = segments is >= Least and <= Most && segments % 2 == 0;
        window = new TemplateWindow(allowed ? segments : Least);
        return allowed;
    }

    /// <summary>The allowed number that is nearest; of two the smaller one, which floods no buffer.</summary>
    public static int Nearest(int segments) => Math.Clamp(segments, Least, Most) / 2 * 2;
}
