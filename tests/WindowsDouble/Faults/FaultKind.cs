namespace IwTune.WindowsDouble.Faults;

/// <summary>What can go wrong with the tools of a Windows.</summary>
public enum FaultKind
{
    /// <summary>The command is refused for want of rights.</summary>
    Denied,

    /// <summary>The command says that it worked, and nothing changed.</summary>
    LostWrite,

    /// <summary>Another value than the one asked for is written: <see cref="Fault.Value"/>, or one more.</summary>
    OddValue,

    /// <summary>The answer comes after <see cref="Fault.Milliseconds"/>.</summary>
    Slow,

    /// <summary>There is never an answer, and nothing is changed.</summary>
    Hang,

    /// <summary>What was asked is done, and there is never an answer.</summary>
    HangAfterwards,

    /// <summary>
    /// Somebody else changes a template right after a command: <see cref="Fault.Template"/>, or the one that was written, to
    /// <see cref="Fault.Value"/>, or 4.
    /// </summary>
    Drift,

    /// <summary>The answer is noise.</summary>
    Garbage,

    /// <summary>The answer is in the code page <see cref="Fault.Value"/> instead of that of the locale.</summary>
    OtherCodePage,

    /// <summary>The template <see cref="Fault.Template"/> is not there.</summary>
    TemplateMissing,

    /// <summary>What was asked is done, and the exit code says that it was not.</summary>
    ComplainsAlthoughDone,

    /// <summary>A filter cannot be made, because one that speaks of the same connections is there.</summary>
    FilterClash,

    /// <summary>The tool itself fails before it looks at anything: an exit code, or a broken provider.</summary>
    Broken,
}
