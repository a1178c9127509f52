namespace IwTune.WindowsDouble.PowerShell;

/// <summary>What comes out of a cmdlet.</summary>
/// <param name="Rows">One bag of properties for each object, in their order.</param>
/// <param name="Error">The error; <see langword="null"/> when there was none.</param>
public sealed record CmdletAnswer(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, CmdletError? Error = null)
{
    /// <summary>How long it takes.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>True when it never ends.</summary>
    public bool Hangs { get; init; }
}

/// <summary>An error of a cmdlet.</summary>
/// <param name="Id">Its FullyQualifiedErrorId.</param>
/// <param name="NativeCode">
/// Of the CimException; <see langword="null"/> for an error of PowerShell's own, or where nobody captured it.
/// </param>
/// <param name="Text">As captured; where nobody captured it, that.</param>
public sealed record CmdletError(string Id, int? NativeCode, string Text);
