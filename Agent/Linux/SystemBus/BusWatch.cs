namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Which signals to watch.</summary>
/// <param name="Name">The well-known name whose owner sends them.</param>
/// <param name="Interface">The interface; <see langword="null"/> for every one.</param>
/// <param name="Member">The signal; <see langword="null"/> for every one.</param>
internal sealed record BusWatch(string Name, string? Interface = null, string? Member = null);

/// <summary>An observation of a watch.</summary>
internal abstract record BusObservation
{
    private BusObservation() { }

    /// <summary>A signal of the name's owner.</summary>
    public sealed record Signal(string Path, string Interface, string Member, IReadOnlyList<BusValue> Arguments) : BusObservation;

    /// <summary>The name has another owner, or the bus came back: everything known of it is out of date.</summary>
    /// <param name="Owner">Its unique name; empty when there is none.</param>
    public sealed record OwnerChanged(string Owner) : BusObservation;
}
