namespace IwTune.Server.Storage;

/// <summary>
/// The store could not carry out an operation. The message says what was stored and what to do; the cause is in the inner exception.
/// </summary>
public sealed class StoreException : Exception
{
    private const string Nothing = "Nothing of this call was stored.",
        Later = "Repeat it later; the server log has the cause.",
        InDoubt = "The store failed while this call was being stored: check whether the change exists before you repeat it.",
        Partly = "The store failed after this call, or a part of it, was stored: check what exists before you repeat it.",
        NotTaken = "The store does not accept what it contains; the server log has the cause.";

    private StoreException(string message, string forCaller, Exception inner)
        : base(message, inner) => ForCaller = forCaller;

    /// <summary>What was stored and what to do, without anything about the store: for callers who do not operate the server.</summary>
    public string ForCaller { get; }

    /// <summary>The fault is in what this call holds, not in the store: another one may well be stored.</summary>
    public bool IsOfTheCall { get; private init; }

    /// <summary>Another transaction was in the way of this one: a later try may succeed.</summary>
    public bool IsCollision { get; private init; }

    /// <summary>The message says what an operator must know; where it happened in the program adds nothing.</summary>
    public bool IsExplained { get; private init; }

    internal static StoreException Refused(StoreFault fault, Exception inner) =>
        CallWrites.Any
            ? new($"{Partly} {fault.WayOut}", Partly, inner) { IsCollision = fault.Collided, IsExplained = fault.IsExplained }
            : new($"{Nothing} {fault.WayOut}", $"{Nothing} {(fault.OfTheCall ? NotTaken : Later)}", inner)
            {
                IsOfTheCall = fault.OfTheCall,
                IsCollision = fault.Collided,
                IsExplained = fault.IsExplained,
            };

    /// <summary>The connection went with the answer to a commit.</summary>
    internal static StoreException Unknown(Exception inner) => new(InDoubt, InDoubt, inner);
}

/// <summary>Why a store refused, by what can be done about it.</summary>
/// <param name="WayOut">What to do, for an operator; a sentence.</param>
/// <param name="Lost">The connection is gone: another one may do.</param>
/// <param name="Collided">Another transaction conflicted: a retry may succeed.</param>
/// <param name="OfTheCall">The fault is in what this call holds: another one may well be stored.</param>
/// <param name="Unanswered">There was no answer in time: what was asked for may still be done.</param>
/// <param name="Unclear">The store's own words are all that is known.</param>
internal sealed record StoreFault(
    string WayOut,
    bool Lost = false,
    bool Collided = false,
    bool OfTheCall = false,
    bool Unanswered = false,
    bool Unclear = false
)
{
    public bool IsExplained => !OfTheCall && !Unclear;
}
