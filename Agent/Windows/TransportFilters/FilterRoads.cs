using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>The filters by the best road that can read them; what is made and removed goes by the road that read last.</summary>
/// <param name="roads">Best first. netsh is none of them: of what it prints about filters there is no capture.</param>
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

    // Never a second road after the first refused: it might have done it.
    private async ValueTask<string> ByAsync(Func<IFilterTable, ValueTask<string>> write, CancellationToken ct)
    {
        if (_taken is null && await ReadAsync(ct) is { Problem.Length: > 0 } unread)
            return unread.Problem;
        return await write(_taken!);
    }
}
