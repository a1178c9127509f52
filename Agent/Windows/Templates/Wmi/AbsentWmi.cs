namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>The classes are not there, and why.</summary>
internal sealed class AbsentWmi(string why) : IWmi
{
    // WBEM_E_INVALID_CLASS (wbemcli.h).
    private readonly WmiError _error = new(unchecked((int)0x80041010), why);

    /// <inheritdoc/>
    public string? Absent => why;

    /// <inheritdoc/>
    public ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct) => ValueTask.FromResult(new WmiAnswer([], _error));

    /// <inheritdoc/>
    public ValueTask<WmiError?> CreateAsync(string className, IReadOnlyDictionary<string, object> properties, CancellationToken ct) =>
        ValueTask.FromResult<WmiError?>(_error);

    /// <inheritdoc/>
    public ValueTask<WmiError?> SetAsync(string path, string property, object value, CancellationToken ct) =>
        ValueTask.FromResult<WmiError?>(_error);

    /// <inheritdoc/>
    public ValueTask<WmiError?> DeleteAsync(string path, CancellationToken ct) => ValueTask.FromResult<WmiError?>(_error);
}
