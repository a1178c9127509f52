using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell;

/// <summary>What is set on this host, with its window: a TCP template, or a route on Linux.</summary>
public sealed class IwTuneWindow
{
    internal IwTuneWindow(ShownTargetAnswer from)
    {
        Target = from.Id;
        InitCwnd = from.InitCwnd;
        InitRwnd = from.InitRwnd;
        IsManaged = from.Before is not null;
        InitCwndBefore = from.Before?.InitCwnd;
        InitRwndBefore = from.Before?.InitRwnd;
        IsDefault = from.IsDefault;
        Interface = from.Interface;
        Owner = from.Owner;
        Strategy = from.Strategy;
        Reason = from.Why;
    }

    /// <summary>The name of the template, or the route.</summary>
    public string Target { get; }

    /// <summary>Segments before the first acknowledgement; null is the system's default.</summary>
    public int? InitCwnd { get; }

    /// <summary>Segments announced as receive window; null is the system's default, and always so on Windows.</summary>
    public int? InitRwnd { get; }

    /// <summary>True when iwtune has set it and holds what it was before.</summary>
    public bool IsManaged { get; }

    /// <summary>What it was before iwtune set it.</summary>
    public int? InitCwndBefore { get; }

    /// <summary>What it was before iwtune set it.</summary>
    public int? InitRwndBefore { get; }

    /// <summary>True for what serves every destination that nothing more specific serves.</summary>
    public bool IsDefault { get; }

    /// <summary>The interface it leaves by; null on Windows.</summary>
    public string? Interface { get; }

    /// <summary>Who made it.</summary>
    public string Owner { get; }

    /// <summary>How it would be set: native, in-place, shadow, report-only.</summary>
    public string Strategy { get; }

    /// <summary>Why that way.</summary>
    public string Reason { get; }

    /// <inheritdoc/>
    public override string ToString() => $"{Target}: {SegmentsText.Of(InitCwnd, InitRwnd)}";
}
