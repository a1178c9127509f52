using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Reads the filters by the best available method; the method that read last also makes and removes them.</summary>
/// <param name="roads">The methods, best first. netsh is none of them: there is no capture of what it prints about filters.</param>
/// <param name="clock">Times rests.</param>
internal sealed class FilterRoads(IReadOnlyList<(Road Road, IFilterTable Table)> roads, TimeProvider clock) : IFilterTable
{
    private readonly RoadRest _rest = new(clock);
    private IFilterTable? _taken;

    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        var problems = new List<string>();
        foreach (var (road, table) in roads)
        {
            if (_rest.Why(road) is { } resting)
            {
                problems.Add($"{RoadName.Of(road)}: {resting}");
                continue;
            }
            var reading = await table.ReadAsync(ct);
            if (reading.Problem.Length == 0)
            {
                _taken = table;
                return reading;
            }
            _rest.Lay(road, reading.Problem);
            problems.Add($"{RoadName.Of(road)}: {reading.Problem}");
        }
        _taken = null;
        return new([], string.Join("; ", problems));
    }

    /// <inheritdoc/>
    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct) => ByAsync(table => table.AddAsync(filter, ct), ct);

    /// <inheritdoc/>
    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct) =>
        ByAsync(table => table.RemoveAsync(filter, ct), ct);

    // Never a second method after the first refused: the first might have done it.
    private async ValueTask<string> ByAsync(Func<IFilterTable, ValueTask<string>> write, CancellationToken ct)
    {
        if (_taken is null && await ReadAsync(ct) is { Problem.Length: > 0 } unread)
            return unread.Problem;
        return await write(_taken!);
    }
}
