namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>The namespace root/StandardCimv2 of this host, in which templates and filters are objects.</summary>
public interface IWmi
{
    /// <summary>Why it is not there, and what would help, as a sentence; <see langword="null"/> when it is.</summary>
    string? Absent { get; }

    /// <summary>Lists every object of a class.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct);

    /// <summary>Makes an object.</summary>
    /// <returns><see langword="null"/> when it was made.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<WmiError?> CreateAsync(string className, IReadOnlyDictionary<string, object> properties, CancellationToken ct);

    /// <summary>Changes one property of an object.</summary>
    /// <param name="path">Its path, as a listing gave it.</param>
    /// <param name="property">Which.</param>
    /// <param name="value">Of the type that the property has.</param>
    /// <param name="ct">The caller gave up.</param>
    /// <returns><see langword="null"/> when it was changed.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<WmiError?> SetAsync(string path, string property, object value, CancellationToken ct);

    /// <summary>Deletes an object.</summary>
    /// <returns><see langword="null"/> when it was deleted.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<WmiError?> DeleteAsync(string path, CancellationToken ct);
}

/// <summary>The objects of a class.</summary>
/// <param name="Rows">One bag of properties for each, its path among them (<see cref="PathProperty"/>).</param>
/// <param name="Error">Why there are none; <see langword="null"/> when there may be some.</param>
public sealed record WmiAnswer(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, WmiError? Error = null)
{
    /// <summary>The system property with the path of an object.</summary>
    public const string PathProperty = "__PATH";
}

/// <summary>An error of WMI. Texts are in the language of the host.</summary>
/// <param name="Code">HRESULT: a WBEM_E constant, or a Win32 error as an HRESULT.</param>
/// <param name="Text">The message.</param>
public sealed record WmiError(int Code, string Text)
{
    /// <summary>HRESULT_FROM_WIN32(ERROR_TIMEOUT): it did not end in time.</summary>
    public const int TimedOut = unchecked((int)0x800705B4);
}
