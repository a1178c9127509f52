namespace IwTune.Server.Storage;

/// <summary>
/// The store could not carry out an operation. The message says what was stored and what to do; the cause is in the inner exception.
/// </summary>
public sealed class StoreException : Exception
{
    private const string Nothing = "Nothing of this call was stored.";

    private StoreException(string message, Exception inner)
        : base(message, inner) { }

    /// <summary>The fault is in what this call holds, not in the store: another one may well be stored.</summary>
    public bool IsOfTheCall { get; private init; }

    internal static StoreException Refused(StoreFault fault, Exception inner) =>
        new($"{Nothing} {fault.WayOut}", inner) { IsOfTheCall = fault.OfTheCall };

    /// <summary>The connection went with the answer to a commit.</summary>
    internal static StoreException Unknown(Exception inner) =>
        new("The store failed while this call was being stored: check whether the change exists before you repeat it.", inner);
}

/// <summary>Why a store refused, by what can be done about it.</summary>
/// <param name="WayOut">What to do, for an operator; a sentence.</param>
/// <param name="Lost">The connection is gone: another one may do.</param>
/// <param name="Collided">Another transaction conflicted: a retry may succeed.</param>
/// <param name="OfTheCall">The fault is in what this call holds: another one may well be stored.</param>
internal sealed record StoreFault(string WayOut, bool Lost = false, bool Collided = false, bool OfTheCall = false);
