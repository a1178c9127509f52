using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Exceptions;

/// <summary>Every exception that no person has ended, at one moment. Immutable: hosts remember which of a set are theirs.</summary>
public sealed class ExceptionSet(IReadOnlyList<GrantedException> all)
{
    /// <summary>
    /// How long a verdict still says that an exception has ended: a reader a week later needs the reason why a host counts again.
    /// </summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromDays(7);

    public static ExceptionSet None { get; } = new([]);

    /// <summary>Those whose selector matches a host.</summary>
    public IReadOnlyList<GrantedException> For(HostIdentity host)
    {
        List<GrantedException>? found = null;
        foreach (var one in all)
            if (one.Selector.Matches(host))
                (found ??= []).Add(one);
        return found ?? (IReadOnlyList<GrantedException>)[];
    }

    /// <summary>
    /// The exception that a verdict names: in force, and of those the one that lasts longest; else one that ended a short while ago.
    /// </summary>
    public static GrantedException? Choose(IReadOnlyList<GrantedException> theirs, DateTimeOffset now)
    {
        GrantedException? best = null;
        foreach (var one in theirs)
        {
            if (one.Until is { } until && until + Remembered <= now)
                continue;
            if (best is null || (best.Until is { } end && (one.Until is null || one.Until > end)))
                best = one;
        }
        return best;
    }
}
