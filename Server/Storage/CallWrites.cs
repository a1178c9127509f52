namespace IwTune.Server.Storage;

/// <summary>
/// Whether the current call has stored something: a failure after that must not claim that nothing was. A call that publishes, for example,
/// reads the store again once the revision is stored.
/// </summary>
internal static class CallWrites
{
    private static readonly AsyncLocal<Seen?> Current = new();

    /// <summary>True when a transaction of this call was committed.</summary>
    public static bool Any => Current.Value?.Any == true;

    /// <summary>Must be called inside an async method: the call ends with the method.</summary>
    public static void Begin() => Current.Value = new();

    /// <summary>A transaction was committed.</summary>
    public static void Note()
    {
        if (Current.Value is { } seen)
            seen.Any = true;
    }

    private sealed class Seen
    {
        public volatile bool Any;
    }
}
