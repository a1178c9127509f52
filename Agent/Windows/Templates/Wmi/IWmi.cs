namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>
/// The namespace root/StandardCimv2 of this host, in which templates, filters and connections are objects. It is only read: the keys of its
/// settings may all be empty, so that a path does not identify one (MSFT_NetTCPSetting).
/// </summary>
public interface IWmi
{
    /// <summary>Why it is not there, and what would help, as a sentence; <see langword="null"/> when it is.</summary>
    string? Absent { get; }

    /// <summary>Lists the objects of a class.</summary>
    /// <param name="className">The class.</param>
    /// <param name="where">Properties that must have these numbers; none for every object.</param>
    /// <param name="ct">The caller gave up.</param>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct, params IReadOnlyList<(string Property, int Value)> where);
}

/// <summary>The objects of a class.</summary>
/// <param name="Rows">One bag of properties for each.</param>
/// <param name="Error">Why there are none; <see langword="null"/> when there may be some.</param>
public sealed record WmiAnswer(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, WmiError? Error = null);

/// <summary>An error of WMI. Texts are in the language of the host.</summary>
/// <param name="Code">HRESULT: a WBEM_E constant, or a Win32 error as an HRESULT.</param>
/// <param name="Text">The message.</param>
public sealed record WmiError(int Code, string Text)
{
    /// <summary>It did not end in time.</summary>
    public const int TimedOut = unchecked((int)WmiErrorCode.TimedOut);
}
