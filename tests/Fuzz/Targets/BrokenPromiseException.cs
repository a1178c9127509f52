namespace IwTune.Fuzz.Targets;

/// <summary>A parser accepted an input and did not do with it what it promises, such as reading what it wrote.</summary>
internal sealed class BrokenPromiseException : Exception
{
    public BrokenPromiseException() { }

    public BrokenPromiseException(string message)
        : base(message) { }

    public BrokenPromiseException(string message, Exception inner)
        : base(message, inner) { }

    /// <exception cref="BrokenPromiseException">It does not hold.</exception>
    public static void Unless(bool holds, string promise)
    {
        if (!holds)
            throw new BrokenPromiseException(promise);
    }
}
