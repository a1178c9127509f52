namespace IwTune.Agent.Ports;

/// <summary>Who changed something on the host, as far as it is known.</summary>
/// <param name="Who">
/// A word to count by: <c>NetworkManager</c>, <c>dhclient</c>, <c>openvpn (VPN)</c>, <c>a person</c>, <c>the kernel</c>, <c>not known</c>.
/// </param>
/// <param name="How">
/// What else is known, for people: <c>pid 812</c>, <c>'ip route replace …' by root on a terminal</c>; may be empty.
/// </param>
/// <param name="At">When the change was noticed.</param>
public sealed record Attribution(string Who, string How, DateTimeOffset At)
{
    /// <summary>The word for a change whose author is not known.</summary>
    public const string NotKnown = "not known";

    /// <summary>The setting by which that program itself would give the route a window, as a sentence; empty when none is known.</summary>
    public string Advice { get; init; } = "";

    /// <summary>True when the author is known.</summary>
    public bool IsKnown => Who != NotKnown;

    /// <inheritdoc/>
    public override string ToString() => How.Length == 0 ? Who : $"{Who} ({How})";
}
