namespace IwTune.Agent.Linux.SystemBus;

/// <summary>The outcome of a call.</summary>
internal abstract record BusAnswer
{
    private BusAnswer() { }

    /// <summary>It was answered.</summary>
    public sealed record Values(IReadOnlyList<BusValue> Items) : BusAnswer;

    /// <summary>It was refused, by the called program or, when no program has that name, by the bus.</summary>
    /// <param name="Name">For programs: <c>org.freedesktop.NetworkManager.Device.VersionIdMismatch</c>.</param>
    /// <param name="Text">For people.</param>
    public sealed record Error(string Name, string Text) : BusAnswer;

    /// <summary>There is no bus; nothing was sent.</summary>
    public sealed record NoBus(string Why) : BusAnswer;

    /// <summary>
    /// It was sent and no answer came: the bus went away or the time limit passed. The call may have been executed or not.
    /// </summary>
    public sealed record Lost(string Why) : BusAnswer;

    /// <summary>The first value of an answer; <see langword="null"/> when there is none.</summary>
    public BusValue? First => this is Values { Items: [var first, ..] } ? first.Plain : null;

    /// <summary>True when no program has the name that was called, or its owner lacks the object or method.</summary>
    public bool IsNobody =>
        this is Error { Name: "org.freedesktop.DBus.Error.ServiceUnknown" or "org.freedesktop.DBus.Error.NameHasNoOwner" };

    /// <summary>What went wrong, for people; empty for values.</summary>
    public string Trouble =>
        this switch
        {
            Error error => $"{error.Name}: {error.Text}",
            NoBus none => none.Why,
            Lost lost => lost.Why,
            _ => "",
        };
}
