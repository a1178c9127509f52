namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Reads by the best available method, and reports which it was and why not a better one. From time to time (at the start, after a write,
/// every ten minutes) the other methods read, too, and differences are reported: a provider with wrong data would otherwise be trusted for
/// ever.
/// </summary>
/// <param name="roads">The methods, best first.</param>
/// <param name="byDefault">Reads the machine's default template, which only netsh reports.</param>
/// <param name="clock">Times comparisons and rests.</param>
internal sealed class TemplateRoads(
    IReadOnlyList<ITemplateReader> roads,
    Func<CancellationToken, ValueTask<TemplateName?>> byDefault,
    TimeProvider clock
) : ITemplateReader
{
    /// <summary>How often the methods are compared when nothing is written.</summary>
    public static readonly TimeSpan Comparing = TimeSpan.FromMinutes(10);

    private readonly RoadRest _rest = new(clock);
    private IReadOnlyList<string> _compared = [];
    private DateTimeOffset? _comparedAt;
    private int _written;
    private Road? _taken;

    /// <summary>The method that was used last; before the first reading the best one.</summary>
    public Road Road => _taken ?? roads[0].Road;

    /// <summary>Something was written, so that every method must show it.</summary>
    public void Written() => Interlocked.Exchange(ref _written, 1);

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        var passed = new List<string>();
        // A resting method is better than none.
        foreach (
            var road in roads
                .Where(road => _rest.Why(road.Road) is null)
                .Concat(roads.Where(road => _rest.Why(road.Road) is not null))
                .ToList()
        )
        {
            var reading = await TakeAsync(road, ct);
            if (!reading.Succeeded)
            {
                passed.Add($"{RoadName.Of(road.Road)}: {reading.Problem}");
                continue;
            }
            _taken = road.Road;
            await CompareAsync(reading, ct);
            return reading with
            {
                // The reading by netsh has asked netsh already.
                Default = reading.Default ?? (road.Road == Road.Netsh ? null : await byDefault(ct)),
                Notes = [.. NotTaken(road.Road), .. _compared],
            };
        }
        return TemplateReading.Failed(Road, string.Join("; ", passed));
    }

    private async ValueTask<TemplateReading> TakeAsync(ITemplateReader road, CancellationToken ct)
    {
        var reading = await road.ReadAsync(ct);
        if (reading.Succeeded)
            _rest.Wake(road.Road);
        else
            _rest.Lay(road.Road, reading.Problem);
        return reading;
    }

    // Better methods than the one used, each with its problem.
    private IEnumerable<string> NotTaken(Road taken) =>
        from road in roads.TakeWhile(road => road.Road != taken)
        let why = _rest.Why(road.Road)
        where why is not null
        select $"read by {RoadName.Of(taken)}, not by {RoadName.Of(road.Road)}: {why}";

    private async ValueTask CompareAsync(TemplateReading reading, CancellationToken ct)
    {
        if (Interlocked.Exchange(ref _written, 0) == 0 && _comparedAt is { } at && clock.GetUtcNow() - at < Comparing)
            return;
        var others = new List<TemplateReading>();
        foreach (var road in roads.Where(road => road.Road != reading.Road && _rest.Why(road.Road) is null).ToList())
            others.Add(await TakeAsync(road, ct));
        _compared = RoadComparison.Of(reading, others);
        _comparedAt = clock.GetUtcNow();
    }
}
