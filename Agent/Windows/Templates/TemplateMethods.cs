namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Reads by the best available method, and reports which it was and why not a better one. From time to time (at the start, after a write,
/// every ten minutes) the other methods read, too, and differences are reported: a provider with wrong data would otherwise be trusted for
/// ever.
/// </summary>
/// <param name="methods">The methods, best first.</param>
/// <param name="byDefault">Reads the machine's default template, which only netsh reports.</param>
/// <param name="clock">Times comparisons and rests.</param>
internal sealed class TemplateMethods(
    IReadOnlyList<ITemplateReader> methods,
    Func<CancellationToken, ValueTask<TemplateName?>> byDefault,
    TimeProvider clock
) : ITemplateReader
{
    /// <summary>How often the methods are compared when nothing is written.</summary>
    public static readonly TimeSpan Comparing = TimeSpan.FromMinutes(10);

    private readonly MethodRest _rest = new(clock);
    private readonly Dictionary<TemplateName, string> _providers = [];
    private IReadOnlyList<string> _compared = [];
    private DateTimeOffset? _comparedAt;
    private int _written;
    private AccessMethod? _taken;

    /// <summary>The method that was used last; before the first reading the best one.</summary>
    public AccessMethod Method => _taken ?? methods[0].Method;

    /// <summary>Something was written, so that every method must show it.</summary>
    public void Written() => Interlocked.Exchange(ref _written, 1);

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        var passed = new List<string>();
        // A resting method is better than none.
        foreach (
            var method in methods
                .Where(method => _rest.Why(method.Method) is null)
                .Concat(methods.Where(method => _rest.Why(method.Method) is not null))
                .ToList()
        )
        {
            var reading = await TakeAsync(method, ct);
            if (!reading.Succeeded)
            {
                passed.Add($"{MethodText.Of(method.Method)}: {reading.Problem}");
                continue;
            }
            _taken = method.Method;
            await CompareAsync(reading, ct);
            return reading with
            {
                // The reading by netsh has asked netsh already.
                Default = reading.Default ?? (method.Method == AccessMethod.Netsh ? null : await byDefault(ct)),
                Notes = [.. NotTaken(method.Method), .. _compared],
                Templates = [.. reading.Templates.Select(Named)],
            };
        }
        return TemplateReading.Failed(Method, string.Join("; ", passed));
    }

    private async ValueTask<TemplateReading> TakeAsync(ITemplateReader method, CancellationToken ct)
    {
        var reading = await method.ReadAsync(ct);
        if (reading.Succeeded)
            _rest.Wake(method.Method);
        else
            _rest.Lay(method.Method, reading.Problem);
        return reading;
    }

    /// <summary>WMI has a number for each congestion provider, and Microsoft names only two of them; another method reads the name.</summary>
    private Template Named(Template template) =>
        template.CongestionProvider is { } provider && IsNumber(provider) && _providers.TryGetValue(template.Name, out var name)
            ? template with
            {
                CongestionProvider = name,
            }
            : template;

    private static bool IsNumber(string provider) => provider.All(char.IsAsciiDigit);

    // Better methods than the one used, each with its problem.
    private IEnumerable<string> NotTaken(AccessMethod taken) =>
        from method in methods.TakeWhile(method => method.Method != taken)
        let why = _rest.Why(method.Method)
        where why is not null
        select $"read by {MethodText.Of(taken)}, not by {MethodText.Of(method.Method)}: {why}";

    private async ValueTask CompareAsync(TemplateReading reading, CancellationToken ct)
    {
        if (Interlocked.Exchange(ref _written, 0) == 0 && _comparedAt is { } at && clock.GetUtcNow() - at < Comparing)
            return;
        var others = new List<TemplateReading>();
        foreach (var method in methods.Where(method => method.Method != reading.Method && _rest.Why(method.Method) is null).ToList())
            others.Add(await TakeAsync(method, ct));
        _compared = MethodComparison.Of(reading, others);
        foreach (var template in others.SelectMany(other => other.Templates))
        {
            if (template.CongestionProvider is { } name && !IsNumber(name))
                _providers[template.Name] = name;
        }
        _comparedAt = clock.GetUtcNow();
    }
}
