namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Which methods rest because they failed: one that hangs would cost its whole time limit at every reading, and one that starts a program
/// would start it again. A service that restarts answers again soon, so the first rest is short.
/// </summary>
internal sealed class MethodRest(TimeProvider clock)
{
    /// <summary>How long a method rests after one failure; every further one doubles it.</summary>
    public static readonly TimeSpan First = TimeSpan.FromSeconds(30);

    /// <summary>The longest rest; after a failure that took long the only one.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(10);

    private static readonly TimeSpan Long = TimeSpan.FromSeconds(10);

    private sealed record Rest(DateTimeOffset Until, TimeSpan Span, bool Hung, string Why);

    private readonly Dictionary<AccessMethod, Rest> _resting = [];

    /// <summary>Why it rests; <see langword="null"/> when it can be tried.</summary>
    public string? Why(AccessMethod method) => Of(method)?.Why;

    /// <summary>
    /// The methods to try, in this order: those that do not rest, then those that rest and failed at once, because one of them is better
    /// than none.
    /// </summary>
    public IReadOnlyList<T> Order<T>(IReadOnlyList<T> methods, Func<T, AccessMethod> of) =>
        [.. methods.Where(method => Of(of(method)) is not { Hung: true }).OrderBy(method => Of(of(method)) is not null)];

    /// <summary>Reads by a method; it rests when it fails.</summary>
    /// <param name="method">The method.</param>
    /// <param name="read">Reads by it.</param>
    /// <param name="problem">Why the reading failed; empty when it did not.</param>
    public async ValueTask<T> TryAsync<T>(AccessMethod method, Func<ValueTask<T>> read, Func<T, string> problem)
    {
        var from = clock.GetTimestamp();
        var reading = await read();
        Keep(method, problem(reading), hung: clock.GetElapsedTime(from) >= Long);
        return reading;
    }

    private Rest? Of(AccessMethod method)
    {
        lock (_resting)
            return _resting.TryGetValue(method, out var rest) && rest.Until > clock.GetUtcNow() ? rest : null;
    }

    private void Keep(AccessMethod method, string why, bool hung)
    {
        lock (_resting)
        {
            var last = _resting.GetValueOrDefault(method);
            _resting.Remove(method);
            if (why.Length == 0)
                return;
            var span =
                hung ? Longest
                : last is null ? First
                : last.Span * 2;
            span = span < Longest ? span : Longest;
            _resting[method] = new Rest(clock.GetUtcNow() + span, span, hung, why);
        }
    }
}
