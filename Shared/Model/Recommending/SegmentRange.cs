using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Shared.Model.Recommending;

/// <summary>Which numbers of segments a system takes for a congestion window.</summary>
/// <param name="Least">The smallest.</param>
/// <param name="Most">The largest.</param>
/// <param name="Multiple">Every number it takes is a multiple of this one.</param>
public sealed record SegmentRange(int Least, int Most, int Multiple)
{
    /// <summary>Any number that a policy may name.</summary>
    public static SegmentRange Linux { get; } = new(Window.Min, Window.Max, 1);

    /// <summary>Even numbers, 2 to 64 (Set-NetTCPSetting).</summary>
    public static SegmentRange Windows { get; } = new(TemplateRules.Least, TemplateRules.Most, 2);

    internal bool Takes(int segments) => segments >= Least && segments <= Most && segments % Multiple == 0;
}
