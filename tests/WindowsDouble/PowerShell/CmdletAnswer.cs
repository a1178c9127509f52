namespace IwTune.WindowsDouble.PowerShell;

/// <summary>The output of a cmdlet.</summary>
/// <param name="Rows">One bag of properties for each object, in their order.</param>
/// <param name="Error">The error; <see langword="null"/> when there was none.</param>
public sealed record CmdletAnswer(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, CmdletError? Error = null)
{
    /// <summary>Its duration.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>True when it never ends.</summary>
    public bool Hangs { get; init; }
}

/// <summary>An error of a cmdlet.</summary>
/// <param name="Id">Its FullyQualifiedErrorId.</param>
/// <param name="NativeCode">
/// The native code of the CimException; <see langword="null"/> for an error of PowerShell's own, or without a capture.
/// </param>
/// <param name="Text">The captured text; without a capture, a note that says so.</param>
public sealed record CmdletError(string Id, int? NativeCode, string Text);
