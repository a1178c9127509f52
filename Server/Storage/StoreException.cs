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
        new(
            "The store went away while this call was being stored, and cannot be asked: see whether the change is there before you "
                + "repeat it.",
            inner
        );
}
