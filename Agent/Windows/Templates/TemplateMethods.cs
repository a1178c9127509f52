namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Reads by the best available method, and reports which it was and why not a better one. From time to time (at the start, after a write,
/// once a day) the other methods read, too, and differences are reported: a provider with wrong data would otherwise be trusted forever.
/// These readings start programs, and endpoint protection flags a service that does so every minute.
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
    public static readonly TimeSpan Comparing = TimeSpan.FromHours(24);

    /// <summary>How long after a comparison another program's writes cause no other.</summary>
    public static readonly TimeSpan Sparing = TimeSpan.FromMinutes(10);

    /// <summary>How long the default template is known without another question; its writes are noticed.</summary>
    public static readonly TimeSpan Remembering = TimeSpan.FromMinutes(15);

    private readonly MethodRest _rest = new(clock);
    private readonly Remembered<TemplateName?> _byDefault = new(byDefault, Remembering, clock);
    private readonly Dictionary<TemplateName, string> _providers = [];
    private IReadOnlyList<string> _compared = [];
    private DateTimeOffset? _comparedAt;
    private int _written,
        _noticed;
    private AccessMethod? _taken;

    /// <summary>The method that was used last; before the first reading the best one.</summary>
    public AccessMethod Method => _taken ?? methods[0].Method;

    /// <summary>The agent wrote something, so that every method must show it.</summary>
    public void Written()
    {
        Interlocked.Exchange(ref _written, 1);
        _byDefault.Forget();
    }

    /// <summary>Another program wrote something, perhaps in a loop.</summary>
    public void Noticed()
    {
        Interlocked.Exchange(ref _noticed, 1);
        _byDefault.Forget();
    }

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        var passed = new List<string>();
        var tried = _rest.Order(methods, method => method.Method);
        foreach (var method in tried)
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
                // A reading by netsh has asked netsh already.
                Default = reading.Default ?? (method.Method == AccessMethod.Netsh ? null : await _byDefault.ReadAsync(ct)),
                Notes = [.. NotTaken(method.Method), .. _compared],
                Templates = [.. reading.Templates.Select(Named)],
            };
        }
        passed.AddRange(methods.Except(tried).Select(method => $"{MethodText.Of(method.Method)}: {_rest.Why(method.Method)}"));
        return TemplateReading.Failed(Method, string.Join("; ", passed));
    }

    private ValueTask<TemplateReading> TakeAsync(ITemplateReader method, CancellationToken ct) =>
        _rest.TryAsync(method.Method, () => method.ReadAsync(ct), reading => reading.Problem);

    /// <summary>
    /// WMI has a number for each congestion provider, and Microsoft names only two of them; another method reads the name.
    /// </summary>
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
        var since = clock.GetUtcNow() - (_comparedAt ?? DateTimeOffset.MinValue);
        if (Interlocked.Exchange(ref _written, 0) == 0 && since < (_noticed == 0 ? Comparing : Sparing))
            return;
        Interlocked.Exchange(ref _noticed, 0);
        var others = new List<TemplateReading>();
        foreach (var method in methods.Where(method => method.Method != reading.Method && _rest.Why(method.Method) is null).ToList())
            others.Add(await TakeAsync(method, ct));
        _compared = MethodComparison.Of(reading, others);
        if (others.Find(other => other is { Method: AccessMethod.Netsh, Succeeded: true }) is { } byNetsh)
            _byDefault.Keep(byNetsh.Default);
        foreach (var template in others.SelectMany(other => other.Templates))
        {
            if (template.CongestionProvider is { } name && !IsNumber(name))
                _providers[template.Name] = name;
        }
        _comparedAt = clock.GetUtcNow();
    }
}
