namespace IwTune.Shared.Model.Deciding;

/// <summary>The result of an evaluation.</summary>
/// <param name="From">The window until then, segments.</param>
/// <param name="To">The window from then on; the same when it stays.</param>
/// <param name="Because">Why.</param>
/// <param name="Connections">Connections that it is over.</param>
/// <param name="Losses">Those of them that lost some of their first flight.</param>
/// <param name="Aim">For a learned window: the window that the connections support, segments; <see langword="null"/> otherwise.</param>
public sealed record Decision(int From, int To, DecisionCause Because, long Connections, long Losses, int? Aim = null)
{
    /// <summary>True when the window is another one now.</summary>
    public bool Changes => From != To;

    /// <summary>Share of connections that lost some of their first flight, 0 to 1.</summary>
    public double Loss => Connections == 0 ? 0 : (double)Losses / Connections;
}

/// <summary>Why a window is what it is from an evaluation on.</summary>
public enum DecisionCause
{
    /// <summary>First flights arrive.</summary>
    Arrived,

    /// <summary>Too many first flights do not.</summary>
    Lost,

    /// <summary>The last change is too short a while ago for a raise.</summary>
    Waits,

    /// <summary>No recent observation: nothing is raised.</summary>
    Blind,

    /// <summary>No observation for long: back to the start value.</summary>
    Unseen,

    /// <summary>Half of the window that recent connections reached.</summary>
    Used,

    /// <summary>The receivers accept no more: their window must be raised first.</summary>
    Receivers,

    /// <summary>What was learned is too old.</summary>
    Expired,
}
