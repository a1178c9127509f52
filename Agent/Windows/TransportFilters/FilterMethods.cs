using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>Reads the filters by the best available method; the method that read last also makes and removes them.</summary>
/// <param name="methods">The methods, best first. netsh is none of them: there is no capture of what it prints about filters.</param>
/// <param name="clock">Times rests.</param>
internal sealed class FilterMethods(IReadOnlyList<(AccessMethod Method, IFilterTable Table)> methods, TimeProvider clock) : IFilterTable
{
    private readonly MethodRest _rest = new(clock);
    private IFilterTable? _taken;

    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        var problems = new List<string>();
        foreach (var (method, table) in methods)
        {
            if (_rest.Why(method) is { } resting)
            {
                problems.Add($"{MethodText.Of(method)}: {resting}");
                continue;
            }
            var reading = await table.ReadAsync(ct);
            if (reading.Problem.Length == 0)
            {
                _taken = table;
                return reading;
            }
            _rest.Lay(method, reading.Problem);
            problems.Add($"{MethodText.Of(method)}: {reading.Problem}");
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
