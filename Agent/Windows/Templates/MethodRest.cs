namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// Which methods rest because they failed: one that hangs would cost its whole time limit at every reading. After a while each is tried
/// again.
/// </summary>
internal sealed class MethodRest(TimeProvider clock)
{
    /// <summary>How long a method rests.</summary>
    public static readonly TimeSpan Span = TimeSpan.FromMinutes(10);

    private readonly Dictionary<AccessMethod, (DateTimeOffset Until, string Why)> _resting = [];

    /// <summary>Why it rests; <see langword="null"/> when it can be tried.</summary>
    public string? Why(AccessMethod method)
    {
        lock (_resting)
            return _resting.TryGetValue(method, out var rest) && rest.Until > clock.GetUtcNow() ? rest.Why : null;
    }

    public void Lay(AccessMethod method, string why)
    {
        lock (_resting)
            _resting[method] = (clock.GetUtcNow() + Span, why);
    }

    public void Wake(AccessMethod method)
    {
        lock (_resting)
            _resting.Remove(method);
    }
}
