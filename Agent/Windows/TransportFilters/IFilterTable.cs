namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>The transport filters of this host. A filter cannot be changed: it is removed and recreated.</summary>
public interface IFilterTable : IFilterReader, IFilterWriter;

/// <summary>Reads the transport filters.</summary>
public interface IFilterReader
{
    /// <summary>Every filter, those of other programs too.</summary>
    ValueTask<FilterReading> ReadAsync(CancellationToken ct);
}

/// <summary>Makes and removes transport filters.</summary>
public interface IFilterWriter
{
    /// <summary>Makes one.</summary>
    /// <returns>Why it could not be made, as a sentence; empty when it was.</returns>
    ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct);

    /// <summary>Removes exactly this one.</summary>
    /// <returns>Why it could not be removed, as a sentence; empty when it was.</returns>
    ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct);
}

/// <summary>The result of reading the filters.</summary>
/// <param name="Filters">All of them; empty when there is a problem.</param>
/// <param name="Problem">Why they cannot be read here, and what would help, as a sentence; empty when they can.</param>
public sealed record FilterReading(IReadOnlyList<TransportFilter> Filters, string Problem = "");
