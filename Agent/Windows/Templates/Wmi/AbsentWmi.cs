namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>The classes are not there, and why.</summary>
internal sealed class AbsentWmi(string why) : IWmi
{
    // WBEM_E_INVALID_CLASS (wbemcli.h).
    private readonly WmiError _error = new(unchecked((int)WmiErrorCode.InvalidClass), why);

    /// <inheritdoc/>
    public string? Absent => why;

    /// <inheritdoc/>
    public ValueTask<WmiAnswer> ListAsync(
        string className,
        CancellationToken ct,
        params IReadOnlyList<(string Property, int Value)> where
    ) => ValueTask.FromResult(new WmiAnswer([], _error));
}
