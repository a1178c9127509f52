using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Filters as objects of MSFT_NetTransportFilter.</summary>
internal sealed class WmiFilterTable(IWmi wmi) : IFilterTable
{
    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return new([], why);
        var answer = await wmi.ListAsync(FilterRows.Class, ct);
        return answer.Error is { } error ? new([], WmiFaults.Sentence($"listing {FilterRows.Class}", error)) : FilterRows.Read(answer.Rows);
    }

    /// <inheritdoc/>
    public async ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return why;
        if (FilterRows.Impossible(filter) is { Length: > 0 } impossible)
            return impossible;
        var fields = FilterRows.Fields(filter).ToDictionary(field => field.Name, field => field.Value, StringComparer.Ordinal);
        return await wmi.CreateAsync(FilterRows.Class, fields, ct) is { } error
            ? WmiFaults.Sentence("making a transport filter", error)
            : "";
    }

    /// <inheritdoc/>
    public async ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return why;
        if (FilterRows.Impossible(filter) is { Length: > 0 } impossible)
            return impossible;
        var answer = await wmi.ListAsync(FilterRows.Class, ct);
        if (answer.Error is { } unread)
            return WmiFaults.Sentence($"listing {FilterRows.Class}", unread);
        // Exactly this one, by every field; one that is gone already need not be removed.
        foreach (var row in answer.Rows.Select(row => new PropertyValues(row)).Where(row => FilterRows.Of(row, out _) == filter))
        {
            if (row.Text(WmiAnswer.PathProperty) is not { } path)
                return "the transport filter has no path by which it could be removed";
            if (await wmi.DeleteAsync(path, ct) is { } error && !WmiFaults.IsNotFound(error))
                return WmiFaults.Sentence("removing a transport filter", error);
        }
        return "";
    }
}
