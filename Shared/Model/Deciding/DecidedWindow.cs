using IwTune.Shared.Policies;

namespace IwTune.Shared.Model.Deciding;

/// <summary>
/// An initial window that a host decides within bounds, from how the first flights of its connections fared. Pure: the caller supplies
/// connections and clock, sets the window, and says whether losses would be seen. For one caller at a time.
/// </summary>
public abstract partial class DecidedWindow
{
    private DecidedWindow(int value, DateTimeOffset changed)
    {
        Value = value;
        Changed = changed;
    }

    /// <summary>The window now, segments; always within its bounds.</summary>
    public int Value { get; private protected set; }

    /// <summary>When it was last changed.</summary>
    public DateTimeOffset Changed { get; private protected set; }

    /// <summary>Connections counted since the last evaluation.</summary>
    public long Connections { get; private protected set; }

    /// <summary>Those of them that lost some of their first flight.</summary>
    public long Losses { get; private protected set; }

    /// <summary>Within which it decides.</summary>
    public abstract Steering Bounds { get; }

    /// <summary>What must outlive the process.</summary>
    public abstract DecidedState State { get; }

    /// <summary>Begins at what the bounds say.</summary>
    /// <exception cref="ArgumentException">The bounds are of a policy that decides by itself.</exception>
    public static DecidedWindow Begin(Steering bounds, DateTimeOffset now) =>
        Resume(
            bounds,
            new DecidedState(
                bounds.Start ?? throw new ArgumentException("There is nothing for a host to decide.", nameof(bounds)),
                now,
                0,
                0,
                now
            )
        );

    /// <summary>Goes on from what an earlier process left; a value outside the bounds comes back into them.</summary>
    public static DecidedWindow Resume(Steering bounds, DecidedState state)
    {
        DecidedWindow window = bounds switch
        {
            Steering.Auto auto => new Auto(auto, state),
            Steering.Learned learned => new Learned(learned, state),
            _ => throw new ArgumentException("There is nothing for a host to decide.", nameof(bounds)),
        };
        window.Connections = Math.Max(0, state.Connections);
        window.Losses = Math.Clamp(state.Losses, 0, window.Connections);
        window.Bound(bounds);
        return window;
    }

    /// <summary>Other bounds from now on, of the same kind; the value comes into them at once.</summary>
    public abstract void Bound(Steering bounds);

    /// <summary>A connection ended.</summary>
    public abstract void Add(in FlightSample sample);

    /// <summary>Looks whether it is time to decide, and decides.</summary>
    /// <param name="now">The time; may be any later than the last.</param>
    /// <param name="sight">Whether losses would be seen.</param>
    /// <returns><see langword="null"/> when it is not time yet.</returns>
    public abstract Decision? Evaluate(DateTimeOffset now, Sight sight);

    private protected Decision Become(int to, DecisionCause because, DateTimeOffset now, int? aim = null)
    {
        var decision = new Decision(Value, to, because, Connections, Losses, aim);
        (Connections, Losses) = (0, 0);
        if (decision.Changes)
            (Value, Changed) = (to, now);
        return decision;
    }

    /// <summary>Without observation for long: no more than the initial window that every system uses by default.</summary>
    private protected Decision? Unseen(DateTimeOffset now) =>
        Value > Bounds.Start ? Become(Bounds.Start.Value, DecisionCause.Unseen, now) : null;

    private static int Even(int segments) => segments / 2 * 2;
}

/// <summary>State that must survive a restart, so that decisions continue.</summary>
/// <param name="Value">The window, segments.</param>
/// <param name="Changed">When it was last changed.</param>
/// <param name="Connections">Connections counted since the last evaluation.</param>
/// <param name="Losses">Those of them that lost some of their first flight.</param>
/// <param name="Supported">When a connection last spoke for the window; only of a learned one.</param>
public sealed record DecidedState(int Value, DateTimeOffset Changed, long Connections, long Losses, DateTimeOffset Supported);
