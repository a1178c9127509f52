using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows.Templates;

/// <summary>A host on which netsh is the only road: templates can be read and set, filters and AutomaticUseCustom cannot.</summary>
/// <param name="why">What is missing and what would help, as a sentence.</param>
internal sealed class WithoutPowerShell(string why) : IAutomaticChoice, IFilterTable
{
    /// <inheritdoc/>
    public ValueTask<string> SetAsync(bool useCustom, CancellationToken ct) => ValueTask.FromResult(why);

    /// <inheritdoc/>
    public ValueTask<FilterReading> ReadAsync(CancellationToken ct) => ValueTask.FromResult(new FilterReading([], why));

    /// <inheritdoc/>
    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct) => ValueTask.FromResult(why);

    /// <inheritdoc/>
    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct) => ValueTask.FromResult(why);
}
