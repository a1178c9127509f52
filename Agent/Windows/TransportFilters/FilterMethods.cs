using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>
/// Reads the filters by the best available method, and makes and removes them by the first one that works. A write counts only when it
/// reads back. A second writer is tried only when a reading shows that the first did nothing.
/// </summary>
/// <param name="readers">The methods to read, best first.</param>
/// <param name="writers">The methods to write, best first.</param>
/// <param name="clock">Times rests.</param>
internal sealed class FilterMethods(
    IReadOnlyList<(AccessMethod Method, IFilterReader Reader)> readers,
    IReadOnlyList<(AccessMethod Method, IFilterWriter Writer)> writers,
    TimeProvider clock
) : IFilterTable
{
    private readonly MethodRest _rest = new(clock);

    /// <inheritdoc/>
    public async ValueTask<FilterReading> ReadAsync(CancellationToken ct)
    {
        var problems = new List<string>();
        var tried = _rest.Order(readers, one => one.Method);
        foreach (var (method, reader) in tried)
        {
            var reading = await _rest.TryAsync(method, () => reader.ReadAsync(ct), reading => reading.Problem);
            if (reading.Problem.Length == 0)
                return reading;
            problems.Add($"{MethodText.Of(method)}: {reading.Problem}");
        }
        problems.AddRange(readers.Except(tried).Select(one => $"{MethodText.Of(one.Method)}: {_rest.Why(one.Method)}"));
        return new([], string.Join("; ", problems));
    }

    /// <inheritdoc/>
    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct) =>
        ByAsync(filter, writer => writer.AddAsync(filter, ct), reading => reading.Filters.Contains(filter), ct);

    /// <inheritdoc/>
    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct) =>
        ByAsync(filter, writer => writer.RemoveAsync(filter, ct), reading => !reading.Filters.Contains(filter), ct);

    private async ValueTask<string> ByAsync(
        TransportFilter filter,
        Func<IFilterWriter, ValueTask<string>> write,
        Func<FilterReading, bool> done,
        CancellationToken ct
    )
    {
        if (FilterRows.Impossible(filter) is { Length: > 0 } impossible)
            return impossible;
        var before = await ReadAsync(ct);
        if (before.Problem.Length > 0)
            return before.Problem;
        if (done(before))
            return "";
        var problems = new List<string>();
        foreach (var (method, writer) in writers)
        {
            var problem = await write(writer);
            var after = await ReadAsync(ct);
            if (after.Problem.Length > 0 || done(after))
                return problem.Length == 0 ? "" : $"{MethodText.Of(method)}: {problem}";
            // A template that the method took for another one: what it made is not what was asked for.
            if (after.Filters.Except(before.Filters).FirstOrDefault(other => IsSame(other, filter)) is { } stray)
                await writer.RemoveAsync(stray, ct);
            problems.Add(
                $"{MethodText.Of(method)}: {(problem.Length > 0 ? problem : "the command ended well, and a reading shows no change")}"
            );
        }
        return string.Join("; ", problems);
    }

    private static bool IsSame(TransportFilter other, TransportFilter filter) => FilterMatch.Of(other) == FilterMatch.Of(filter);
}
