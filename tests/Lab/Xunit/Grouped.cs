using IwTune.Lab;

namespace IwTune.Testing;

/// <summary>The xunit side of <see cref="ControlGroup"/>.</summary>
internal static class Grouped
{
    /// <summary>A new control group, or a skipped test.</summary>
    public static ControlGroup Create()
    {
        Privileged.Require();
        if (ControlGroup.Missing is { } reason)
            Lacking.Skip(reason);
        return ControlGroup.Create();
    }
}
