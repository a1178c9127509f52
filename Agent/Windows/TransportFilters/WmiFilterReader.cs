using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Lists the filters as objects of MSFT_NetTransportFilter.</summary>
internal sealed class WmiFilterReader(IWmi wmi) : IFilterReader
{
    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return new([], why);
        var answer = await wmi.ListAsync(FilterRows.Class, ct);
        return answer.Error is { } error ? new([], WmiFaults.Sentence($"listing {FilterRows.Class}", error)) : FilterRows.Read(answer.Rows);
    }
}
