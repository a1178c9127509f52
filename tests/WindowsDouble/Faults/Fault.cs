namespace IwTune.WindowsDouble.Faults;

/// <summary>A fault of the affected commands.</summary>
/// <param name="Kind">The kind of fault.</param>
public sealed record Fault(FaultKind Kind)
{
    /// <summary>The affected tool; <see langword="null"/> for all.</summary>
    public Tool? Tool { get; init; }

    /// <summary>True for commands that change something, false for those that read, <see langword="null"/> for both.</summary>
    public bool? Writes { get; init; }

    /// <summary>The number of affected commands that succeed first.</summary>
    public int After { get; init; }

    /// <summary>The number of affected commands that fail; <see langword="null"/> for all that follow.</summary>
    public int? Times { get; init; }

    /// <summary>Segments, a code page, or an exit code, depending on the kind.</summary>
    public int? Value { get; init; }

    /// <summary>Milliseconds.</summary>
    public int Milliseconds { get; init; }

    /// <summary>A template's PowerShell name.</summary>
    public string? Template { get; init; }

    internal bool Concerns(Tool tool, bool writes) => (Tool ?? tool) == tool && (Writes ?? writes) == writes;

    /// <summary>The same fault after one affected command.</summary>
    internal Fault Passed() => After > 0 ? this with { After = After - 1 } : this with { Times = Times - 1 };
}

/// <summary>The methods of accessing a Windows.</summary>
public enum Tool
{
    /// <summary>The program netsh.</summary>
    Netsh,

    /// <summary>The cmdlets of the module NetTCPIP.</summary>
    PowerShell,

    /// <summary>Queries of WMI.</summary>
    Wmi,
}
