namespace IwTune.WindowsDouble.Faults;

/// <summary>The faults of a Windows host's tools.</summary>
public enum FaultKind
{
    /// <summary>The command is refused for lack of rights.</summary>
    Denied,

    /// <summary>The command reports success, and nothing changed.</summary>
    LostWrite,

    /// <summary>A value other than the requested one is written: <see cref="Fault.Value"/>, or one more.</summary>
    OddValue,

    /// <summary>The answer comes after <see cref="Fault.Milliseconds"/>.</summary>
    Slow,

    /// <summary>There is never an answer, and nothing is changed.</summary>
    Hang,

    /// <summary>The request is carried out, and there is never an answer.</summary>
    HangAfterwards,

    /// <summary>
    /// Another program changes a template directly after a command: <see cref="Fault.Template"/>, or the one that was written, to <see
    /// cref="Fault.Value"/>, or 4.
    /// </summary>
    Drift,

    /// <summary>The answer is noise.</summary>
    Garbage,

    /// <summary>The answer is in the code page <see cref="Fault.Value"/> instead of that of the locale.</summary>
    OtherCodePage,

    /// <summary>The template <see cref="Fault.Template"/> is missing.</summary>
    TemplateMissing,

    /// <summary>The request is carried out, and the exit code reports a failure.</summary>
    ComplainsAlthoughDone,

    /// <summary>A filter cannot be made, because one for the same connections exists.</summary>
    FilterClash,

    /// <summary>Only custom templates can be set, whatever the version: the others are refused with exit 1.</summary>
    StockRefused,

    /// <summary>The tool itself fails before it does anything: an exit code, or a broken provider.</summary>
    Broken,
}
